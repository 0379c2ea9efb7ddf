import { Undo2 } from "virtual:icons";
import { useSignal } from "@preact/signals";
import { Icon } from "../parts/show/icon";
import { pageWords, type Words } from "../words";
import { type Ballot, type Changed, keyOf } from "./ballot";
import type { Left } from "./limits";

/** What a participant can still vote. */
export function leftText({ left, of, addsUp, sold }: Left, { vote }: Words): string {
  if (left === 0) return of === 1 && !addsUp ? vote.movable : vote.noneLeft;
  return addsUp ? vote.left(left, of, sold) : vote.leftOptions(left, of);
}

/** That votes of one of these ballots are not sent yet. */
export const Unsent = ({ ballots }: { readonly ballots: readonly (Ballot | undefined)[] }) => (
  <p class="unsent" role="status">
    {ballots.some((ballot) => ballot && hasUnsent(ballot)) && pageWords.words().vote.waiting}
  </p>
);

export const hasUnsent = ({ marks }: Ballot): boolean =>
  [...marks.value.values()].some(({ state }) => state === "waiting");

/** Takes the last change back, unless it failed or is a purchase. */
export function Undo({
  ballot: { last, marks, undo },
  nameOf,
}: {
  readonly ballot: Ballot;
  /** Undefined: the vote is not in this list. */
  readonly nameOf: (optionId: string) => string | undefined;
}) {
  const { vote: texts } = pageWords.words();
  const undone = useSignal<Changed | undefined>(undefined);
  const changed = last.value === undone.value ? undefined : last.value?.place;
  const state = changed && marks.value.get(keyOf(changed));
  const name = changed && nameOf(changed.optionId);
  if (name === undefined || state === undefined || state.former !== undefined) return null;
  if (state.paymentUrl !== undefined) return null;
  if (!["saved", "saving", "idle", "chosen"].includes(state.state)) return null;
  return (
    <button
      type="button"
      class="undo"
      aria-label={`${texts.undo}: ${name}`}
      onClick={() => {
        undo();
        undone.value = last.value;
      }}
    >
      <Icon of={Undo2} />
      {texts.undo}
    </button>
  );
}
