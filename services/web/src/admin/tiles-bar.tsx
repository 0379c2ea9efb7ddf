import { CheckCheck, Trash, Undo2, X } from "virtual:icons";
import type { OptionListItem } from "@polls/client";
import type { Signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Quiet } from "../parts/show/button";
import { Icon } from "../parts/show/icon";
import { factsText } from "../parts/show/row";
import { pageWords } from "../words";
import type { Progress } from "./add-files";
import { ACT_MAX, type OptionActs } from "./option-acts";
import type { PollContext } from "./poll-context";

/** What is done with all chosen tiles, what can be undone, and how far an act or an upload is. */
export function TilesBar({
  options,
  total,
  chosen,
  chooseAll,
  context: { words },
  acts,
  uploaded,
}: {
  readonly options: readonly OptionListItem[];
  /** How many there are, with those that are not read yet. */
  readonly total: number;
  readonly chosen: Signal<ReadonlySet<string>>;
  readonly chooseAll: () => Promise<void>;
  readonly context: PollContext;
  readonly acts: OptionActs;
  readonly uploaded: Progress | undefined;
}) {
  const { options: texts } = words;
  const { undo } = pageWords.words().vote;
  const bar = useRef<HTMLElement>(null);
  const picked = options.filter(({ id }) => chosen.value.has(id));
  const leave = () => (chosen.value = new Set());
  /** What was not changed stays selected. */
  async function review(...[reviewed, state]: Parameters<OptionActs["review"]>): Promise<void> {
    const changed = new Set((await acts.review(reviewed, state)).map(({ id }) => id));
    const kept = reviewed.filter(({ id }) => !changed.has(id));
    chosen.value = new Set(kept.map(({ id }) => id));
  }
  const approvable = picked.filter(({ approval_state: state }) => state !== "approved");
  const rejectable = picked.filter(({ approval_state: state }) => state === "unreviewed");
  const act = acts.progress.value;
  const progress = act ?? uploaded;
  const done = acts.done.value;
  const offered = act ? "stop" : `${picked.length > 0} ${done !== undefined}`;
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
            factsText([
              done?.text,
              picked.length > 0 &&
                texts.chosen(picked.length, picked.length === ACT_MAX ? total : undefined),
            ])}
        </span>
        {progress !== undefined && <progress value={progress.share} aria-hidden="true" />}
      </span>
      {act !== undefined ? (
        <Quiet onClick={acts.stop}>{texts.stop}</Quiet>
      ) : picked.length > 0 ? (
        <>
          {done !== undefined && (
            <button type="button" class="clear" aria-label={undo} title={undo} onClick={done.undo}>
              <Icon of={Undo2} />
            </button>
          )}
          <button type="button" class="clear" aria-label={texts.chooseNone} onClick={leave}>
            <Icon of={X} />
          </button>
          <button
            type="button"
            class="clear"
            aria-label={texts.chooseAll}
            title={texts.chooseAll}
            aria-disabled={picked.length === Math.min(total, ACT_MAX)}
            onClick={() => void chooseAll()}
          >
            <Icon of={CheckCheck} />
          </button>
          <button
            type="button"
            class="quiet danger"
            aria-label={words.actions.delete}
            title={words.actions.delete}
            onClick={() => {
              acts.remove(picked);
              leave();
            }}
          >
            <Icon of={Trash} />
          </button>
          {rejectable.length > 0 && (
            <Quiet onClick={() => void review(rejectable, "disapproved")}>{texts.rejectLink}</Quiet>
          )}
          {approvable.length > 0 && (
            <button type="button" onClick={() => void review(approvable, "approved")}>
              {texts.approveLink}
            </button>
          )}
        </>
      ) : (
        done !== undefined && (
          <button type="button" onClick={done.undo}>
            <Icon of={Undo2} />
            {undo}
          </button>
        )
      )}
    </section>
  );
}
