import type { OptionListItem } from "@polls/client";
import { placeOf } from "../ballot/place";
import { type Named, nameOf } from "../parts/show/option-name";
import type { Visit } from "../session/visit";
import type { Slot } from "./listing";
import { VoteOn, type VotingState } from "./vote-on";

/**
 * The visitor's votes on options that are no longer offered, with buttons to take them back
 * (docs/reference/votes.md#options-no-longer-offered).
 */
export function FormerOptions({
  visit,
  voting,
  slots,
  parentId,
}: {
  readonly visit: Visit;
  readonly voting: VotingState;
  /** The list may still show an option that it read before. */
  readonly slots: readonly Slot[];
  /** In surveys: only the options under this step. */
  readonly parentId?: string;
}) {
  const Heading = parentId === undefined ? "h2" : "h3";
  const options = new Map<string, Named & Pick<OptionListItem, "id">>();
  for (const [key, { former }] of voting.ballot.marks.value) {
    const { optionId: id } = placeOf(key);
    if (former === undefined || slots.some((slot) => slot?.id === id)) continue;
    if (parentId === undefined || former.parent_option_id === parentId) {
      options.set(id, { ...former, id });
    }
  }
  // A rank can be above the number of options that are left.
  const rules = { ...voting.rules, options: Number.POSITIVE_INFINITY };
  const formerVoting = { ...voting, rules, ranking: undefined, former: true };
  return options.size === 0 ? null : (
    <ul class="options">
      {[...options.values()].map((option) => (
        <li key={option.id} class="option">
          <div class="about">
            <Heading>{nameOf(option, visit)}</Heading>
            <p class="fine">{visit.words.vote.former}</p>
          </div>
          <VoteOn option={option} visit={visit} voting={formerVoting} />
        </li>
      ))}
    </ul>
  );
}
