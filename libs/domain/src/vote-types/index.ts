import { registry } from "../registry";
import { booleanVote } from "./boolean-vote";
import { dateVote } from "./date-vote";
import { dotVote } from "./dot-vote";
import { emojiVote } from "./emoji-vote";
import { heartVote } from "./heart-vote";
import { likeVote } from "./like-vote";
import { anyNumberVote } from "./number-vote";
import { pairwiseVote } from "./pairwise-vote";
import { rangeVote } from "./range-vote";
import { rankedVote } from "./ranked-vote";
import { ratingVote } from "./rating-vote";
import { soldVote } from "./sold-vote";
import { textVote } from "./text-vote";
import { upVote } from "./up-vote";
import type { VoteType } from "./vote-type";
import { yesNoMaybeVote } from "./yes-no-maybe-vote";

/** All vote types (docs/reference/votes.md#kinds-and-values). */
export const voteTypes = registry<VoteType>("vote type", [
  booleanVote,
  upVote,
  likeVote,
  heartVote,
  yesNoMaybeVote,
  ratingVote,
  rangeVote,
  dotVote,
  rankedVote,
  emojiVote,
  anyNumberVote,
  textVote,
  dateVote,
  pairwiseVote,
]);

const soldTypes = new Map(
  voteTypes.all
    .filter(({ maySell }) => maySell)
    .map((type) => [type.name as string, soldVote(type)] as const),
);

/**
 * The vote type with that name, adapted if the poll sells votes. Throws when the name is unknown.
 */
export const voteTypeAs = (name: string, sold: boolean): VoteType =>
  (sold ? soldTypes.get(name) : undefined) ?? voteTypes.get(name);

export { OTHER, OTHER_MAX } from "./typed-text";
export type { BallotKind, VoteInput } from "./vote-type";
