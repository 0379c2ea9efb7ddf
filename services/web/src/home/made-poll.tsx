import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useWindowEvent } from "../parts/page/use-window-event";
import { madePath } from "../session/new-polls";
import { adminWords } from "../words/admin";

/** The desk of the poll that a link has made of a draft in this browser, as soon as it is there. */
export function useMadePath(keyOf: () => string | undefined): ReadonlySignal<string | undefined> {
  const path = useSignal(madePath(keyOf()));
  useWindowEvent("storage", () => (path.value = madePath(keyOf())));
  return path;
}

/** Says that the draft of this tab is a poll now, and leads to it. */
export function MadePoll({
  path,
  forget,
}: {
  readonly path: string;
  /** Removes the draft from the tab. */
  readonly forget: () => void;
}) {
  const { polls: texts } = adminWords.words();
  useEffect(() => forget(), []);
  return (
    <div class="notice" role="status">
      <p>{texts.made}</p>
      <p>
        <a class="button" href={path}>
          {texts.openMade}
        </a>
      </p>
    </div>
  );
}
