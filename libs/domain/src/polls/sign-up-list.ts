import { voteTypes } from "../vote-types";
import type { Poll } from "./poll";

/** Whether votes of a type only say that their option is chosen. */
const onlyChooses = (name: string | undefined): boolean =>
  name !== undefined && voteTypes.find(name)?.choices.length === 1;

/** Whether a vote only takes a place of its option (docs/reference/pages.md#sign-up-lists). */
export function isSignUpList({
  settings,
  votingCategories,
}: Pick<Poll, "settings" | "votingCategories">): boolean {
  const { limit_per_option_type: limits, limit_per_option: places } = settings;
  return (
    (limits === "limit_individual" || (limits === "limit_for_all" && places !== undefined)) &&
    settings.target !== "best_distribution" &&
    onlyChooses(settings.vote_type) &&
    settings.voting_fee_type !== "voting_sell_votes" &&
    votingCategories.length === 0 &&
    !settings.final_votes
  );
}
