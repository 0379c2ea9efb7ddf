import type { ReadonlySignal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import type { RefCallback } from "preact";
import { useCallback, useEffect, useRef } from "preact/hooks";
import type { FinishProps } from "../ballot/finish-props";
import { hasUnsent, Undo } from "../ballot/remaining";
import { useWindowEvent } from "../parts/page/use-window-event";

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
  useWindowEvent("hashchange", () => {
    shown.value = location.hash === HASH;
    scrollTo(0, 0);
    isMoved.current = true;
  });
  return {
    shown,
    // The thank-you page is loaded when it is first shown.
    heading: useCallback((element: HTMLHeadingElement | null) => {
      if (isMoved.current) element?.focus();
    }, []),
    go: (where) => (location.hash = where === "thanks" ? HASH : "#votes"),
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
  label = words.thanks.finish,
  hint,
  settle,
}: FinishProps) {
  const busy = useSignal(false);
  const isAsked = useSignal(false);
  /** Whether the visitor goes on as soon as all votes are sent. */
  const isLeaving = useSignal(false);
  /** The votes whose refusal the visitor had seen before pressing the button. */
  const seen = useRef<ReadonlySet<string>>(new Set());
  const marks = [...ballot.marks.value.values()];
  const refused = () =>
    [...ballot.marks.value].flatMap(([key, { state }]) => (state === "failed" ? key : []));
  const hasVoted = marks.some(({ value }) => value !== undefined);
  const isUnsent = marks.some(({ state }) => state === "waiting" || state === "saving");
  useEffect(() => {
    if (!isLeaving.value || isUnsent) return;
    isLeaving.value = false;
    // A new refusal is shown beside its vote.
    if (refused().every((key) => seen.current.has(key))) onFinish?.();
  }, [isLeaving.value, isUnsent]);
  return (
    <div class="finish">
      {hint !== undefined && <p class="fine">{hint}</p>}
      <span class="how-far">
        <span role="status">
          {isLeaving.value
            ? hasUnsent(ballot)
              ? words.thanks.later
              : words.vote.saving
            : hasUnsent(ballot)
              ? words.vote.waiting
              : isAsked.value && missing > 0
                ? missingText(missing)
                : text}
        </span>
        {progress !== undefined && (
          <progress value={progress.answered} max={progress.of} aria-hidden="true" />
        )}
      </span>
      <Undo ballot={ballot} nameOf={nameOf} />
      {((hasVoted && onFinish !== undefined) || settle !== undefined) && (
        <button
          type="button"
          disabled={busy.value}
          onClick={() => {
            isAsked.value = true;
            if (missing > 0) return;
            // Refused votes that are chosen still are cast again.
            seen.current = new Set(settle === undefined ? refused() : []);
            busy.value = true;
            void (settle ?? ballot.settled)().finally(() => {
              busy.value = false;
              isLeaving.value = true;
            });
          }}
        >
          {label}
        </button>
      )}
    </div>
  );
}
