import { placeOf } from "../ballot/place";
import type { Visit } from "../session/visit";
import type { Slot } from "./listing";
import { VoteOn, type VotingState } from "./option-card";
import { nameOf } from "./option-name";

/**
 * The visitor's votes on options that are no longer offered, with buttons to take them back
 * (docs/reference/votes.md#options-no-longer-offered).
 */
export function FormerOptions({
  visit,
  voting: { ballot, open, rules: known },
  slots,
}: {
  readonly visit: Visit;
  readonly voting: VotingState;
  /** The list may still show an option that it read before. */
  readonly slots: readonly Slot[];
}) {
  const marks = [...ballot.marks.value];
  // A rank can be above the number of options that are left.
  const rules = { ...known, options: Number.POSITIVE_INFINITY };
  const options = new Map(
    marks.flatMap(([key, { former }]) => {
      const { optionId: id } = placeOf(key);
      const isGone = former !== undefined && !slots.some((slot) => slot?.id === id);
      return isGone ? [[id, { ...former, id }]] : [];
    }),
  );
  return options.size === 0 ? null : (
    <ul class="options">
      {[...options.values()].map((option) => (
        <li key={option.id} class="option">
          <div class="about">
            <h2>{nameOf(option, visit)}</h2>
            <p class="fine">{visit.words.vote.former}</p>
          </div>
          <VoteOn {...{ option, visit }} voting={{ ballot, open, rules, put() {}, former: true }} />
        </li>
      ))}
    </ul>
  );
}
