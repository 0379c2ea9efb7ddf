import { CheckCheck, Trash, Undo2, X } from "virtual:icons";
import type { OptionListItem } from "@polls/client";
import type { Signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Quiet } from "../parts/show/button";
import { Icon } from "../parts/show/icon";
import { pageWords } from "../words";
import type { Progress } from "./add-files";
import type { useDeletions } from "./deletions";
import type { PollContext } from "./poll-context";

/** Approves or rejects options. */
export type Review = (
  options: readonly OptionListItem[],
  state: "approved" | "disapproved",
) => Promise<void>;

/** What is done with all chosen tiles, the deletion that can be taken back, and how far an upload is. */
export function TilesBar({
  options,
  chosen,
  context: { words },
  progress,
  deletions: { undoable, remove, undo },
  review,
}: {
  readonly options: readonly OptionListItem[];
  readonly chosen: Signal<ReadonlySet<string>>;
  readonly context: PollContext;
  readonly progress: Progress | undefined;
  readonly deletions: ReturnType<typeof useDeletions>;
  readonly review: Review;
}) {
  const { options: texts } = words;
  const bar = useRef<HTMLElement>(null);
  const picked = options.filter(({ id }) => chosen.value.has(id));
  const leave = () => (chosen.value = new Set());
  const approvable = picked.filter(({ approval_state: state }) => state !== "approved");
  const rejectable = picked.filter(({ approval_state: state }) => state === "unreviewed");
  const isUndoable = undoable.value.size > 0;
  const offered = `${picked.length > 0} ${isUndoable}`;
  const last = useRef(offered);
  useLayoutEffect(() => {
    // The pressed button is gone.
    if (last.current !== offered && document.activeElement === document.body) bar.current?.focus();
    last.current = offered;
  }, [offered]);
  return (
    <section ref={bar} class="finish" tabIndex={-1} aria-label={texts.chosenLabel}>
      <span class="how-far">
        <span role="status">
          {progress?.text ??
            (picked.length > 0
              ? texts.chosen(picked.length)
              : isUndoable && texts.deleted(undoable.value.size))}
        </span>
        {progress !== undefined && <progress value={progress.share} aria-hidden="true" />}
      </span>
      {picked.length > 0 ? (
        <>
          <button type="button" class="clear" aria-label={texts.chooseNone} onClick={leave}>
            <Icon of={X} />
          </button>
          <button
            type="button"
            class="clear"
            aria-label={texts.chooseAll}
            title={texts.chooseAll}
            aria-disabled={picked.length === options.length}
            onClick={() => (chosen.value = new Set(options.map(({ id }) => id)))}
          >
            <Icon of={CheckCheck} />
          </button>
          <button
            type="button"
            class="quiet danger"
            aria-label={words.actions.delete}
            title={words.actions.delete}
            onClick={() => {
              remove(new Set(picked.map(({ id }) => id)));
              leave();
            }}
          >
            <Icon of={Trash} />
          </button>
          {rejectable.length > 0 && (
            <Quiet onClick={() => void review(rejectable, "disapproved").then(leave)}>
              {texts.rejectLink}
            </Quiet>
          )}
          {approvable.length > 0 && (
            <button type="button" onClick={() => void review(approvable, "approved").then(leave)}>
              {texts.approveLink}
            </button>
          )}
        </>
      ) : (
        isUndoable && (
          <button type="button" onClick={undo}>
            <Icon of={Undo2} />
            {pageWords.words().vote.undo}
          </button>
        )
      )}
    </section>
  );
}
