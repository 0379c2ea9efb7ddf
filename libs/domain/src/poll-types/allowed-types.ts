import { voteTypes } from "../vote-types";
import type { PollType } from "./poll-type";

/** Values of `vote_type`, the default first; empty where each option's parent decides. */
export function voteTypesFor({ defaultVoteType, voteTypes: allowed }: PollType): readonly string[] {
  const names =
    allowed === "simple"
      ? voteTypes.all.filter(({ simple }) => simple).map(({ name }) => name)
      : allowed;
  const others = names.filter((name) => name !== defaultVoteType);
  return defaultVoteType === undefined ? others : [defaultVoteType, ...others];
}

/** Values of `option_type`, the default first. */
export const topLevelOptionTypes = ({ optionTypes }: PollType): readonly string[] => optionTypes;
