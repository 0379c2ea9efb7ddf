import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Ballot } from "../ballot/ballot";
import { Retry } from "../parts/feedback/retry";
import type { Visit } from "../session/visit";
import { type DueWords, dueWords } from "../words/fee-and-confirmation";
import { Confirmation } from "./confirmation";
import { Fee } from "./fee";
import { Waiting } from "./waiting";

/** Paying, confirming the address, and waiting for a place. */
export function FeeAndConfirmation(props: { readonly visit: Visit; readonly ballot: Ballot }) {
  const { words } = props.visit;
  const texts = useSignal<DueWords | undefined>(undefined);
  const failed = useSignal(false);
  const load = async (): Promise<void> => {
    failed.value = false;
    try {
      await dueWords.load(words.locale);
      texts.value = dueWords.words();
    } catch {
      failed.value = true;
    }
  };
  useEffect(() => void load(), []);
  return (
    <>
      <Fee {...props} />
      {texts.value !== undefined && (
        <>
          <Confirmation {...props} texts={texts.value} />
          <Waiting {...props} texts={texts.value} />
        </>
      )}
      {failed.value && <Retry problem={words.offline} retry={load} words={words} />}
    </>
  );
}
