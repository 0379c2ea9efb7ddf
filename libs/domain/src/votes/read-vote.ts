import { mergeErrors, type Reading } from "../input/read-body";
import type { Poll } from "../polls/poll";
import type { FieldErrors } from "../refusals/refusal";
import type { VoteInput } from "../vote-types/vote-type";
import type { VoteValue } from "./vote";
import type { VotingRules } from "./voting-rules";

export interface ReadVote extends VoteValue {
  readonly votingCategoryId: number | undefined;
}

/** Reads the value and the voting category of a new vote; all that is wrong is told at once (rule 6). */
export function readVote(
  poll: Pick<Poll, "votingCategories">,
  rules: VotingRules,
  input: VoteInput,
  votingCategoryId: unknown,
): Reading<ReadVote> {
  const category = readCategory(poll, votingCategoryId);
  const value = rules.type.read(input, rules.bounds);
  if (value.ok && category.ok) {
    return { ok: true, value: { ...value.value, votingCategoryId: category.value } };
  }
  return {
    ok: false,
    errors: mergeErrors(value.ok ? {} : value.errors, category.ok ? {} : category.errors),
  };
}

function readCategory(
  { votingCategories }: Pick<Poll, "votingCategories">,
  id: unknown,
): Reading<number | undefined> {
  const missing = id === undefined || id === null;
  if (votingCategories.length === 0) {
    return missing ? { ok: true, value: undefined } : wrong("is given, but the poll has none");
  }
  if (missing) return wrong("is required");
  const category = votingCategories.find((known) => known.id === id);
  return category === undefined
    ? wrong("is not one of the poll's voting categories")
    : { ok: true, value: category.id };
}

const wrong = (sentence: string): { readonly ok: false; readonly errors: FieldErrors } => ({
  ok: false,
  errors: { voting_category_id: [sentence] },
});
