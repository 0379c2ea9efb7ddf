import { voteTypes } from "../vote-types";
import type { PollType } from "./poll-type";

/**
 * Allowed values of `vote_type`; the first is the default. Empty where the parent of an option sets
 * its vote type.
 */
export function voteTypesFor({ defaultVoteType, voteTypes: allowed }: PollType): readonly string[] {
  const names =
    allowed === "simple"
      ? voteTypes.all.filter(({ simple }) => simple).map(({ name }) => name)
      : allowed;
  const others = names.filter((name) => name !== defaultVoteType);
  return defaultVoteType === undefined ? others : [defaultVoteType, ...others];
}
