import type { Ballot } from "../ballot/ballot";
import type { Visit } from "../session/visit";
import { dueWords } from "../words/fee-and-confirmation";
import { Confirmation } from "./confirmation";
import { Fee } from "./fee";
import { Waiting } from "./waiting";

/** Paying, confirming the address, and waiting for a place. */
function FeeAndConfirmation(props: { readonly visit: Visit; readonly ballot: Ballot }) {
  const texts = dueWords.words();
  return (
    <>
      <Fee {...props} texts={texts} />
      <Confirmation {...props} texts={texts} />
      <Waiting {...props} texts={texts} />
    </>
  );
}

export async function loadFeeAndConfirmation(language: string): Promise<typeof FeeAndConfirmation> {
  await dueWords.load(language);
  return FeeAndConfirmation;
}
