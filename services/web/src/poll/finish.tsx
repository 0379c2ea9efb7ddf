import type { ReadonlySignal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import type { RefCallback } from "preact";
import { useCallback, useEffect, useRef } from "preact/hooks";
import type { Ballot } from "../ballot/ballot";
import { Undo } from "../ballot/remaining";
import type { Words } from "../words";

const HASH = "#thanks";

/** The address contains whether the thank-you page is shown, so that the browser's back and forward buttons work. */
export function useThanks(): {
  readonly shown: ReadonlySignal<boolean>;
  /** The ref of the heading of the thank-you page, which gets the focus. */
  readonly heading: RefCallback<HTMLHeadingElement>;
  readonly go: (where: "thanks" | "votes") => void;
} {
  const shown = useSignal(location.hash === HASH);
  const isMoved = useRef(false);
  useEffect(() => {
    const moved = (): void => {
      shown.value = location.hash === HASH;
      scrollTo(0, 0);
      isMoved.current = true;
    };
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  return {
    shown,
    // The thank-you page is loaded when it is first shown.
    heading: useCallback((element: HTMLHeadingElement | null) => {
      if (isMoved.current) element?.focus();
    }, []),
    go: (where) => {
      location.hash = where === "thanks" ? HASH : "#votes";
    },
  };
}

/** The bar below the options: how far the visitor is, the last change to take back, and the thank-you page. */
export function Finish({
  ballot,
  progress,
  text,
  missing,
  missingText,
  words,
  nameOf,
  onFinish,
}: {
  readonly ballot: Ballot;
  /** How many options have a vote; undefined: not all need one. */
  readonly progress: { readonly answered: number; readonly of: number } | undefined;
  readonly text: string;
  /** The votes that the participant must still cast, or the dots to spend. */
  readonly missing: number;
  readonly missingText: (missing: number) => string;
  readonly words: Words;
  readonly nameOf: (optionId: string) => string | undefined;
  readonly onFinish: () => void;
}) {
  const busy = useSignal(false);
  const isAsked = useSignal(false);
  const hasVoted = [...ballot.marks.value.values()].some(({ value }) => value !== undefined);
  return (
    <div class="finish">
      <span class="how-far">
        <span role="status">{isAsked.value && missing > 0 ? missingText(missing) : text}</span>
        {progress !== undefined && (
          <progress value={progress.answered} max={progress.of} aria-hidden="true" />
        )}
      </span>
      <Undo ballot={ballot} nameOf={nameOf} words={words} />
      {hasVoted && (
        <button
          type="button"
          disabled={busy.value}
          onClick={() => {
            busy.value = true;
            void ballot.settled().finally(() => {
              busy.value = false;
              // The refusal is shown beside it.
              const marks = [...ballot.marks.value.values()];
              isAsked.value = true;
              if (missing === 0 && !marks.some(({ state }) => state === "failed")) onFinish();
            });
          }}
        >
          {words.thanks.finish}
        </button>
      )}
    </div>
  );
}
