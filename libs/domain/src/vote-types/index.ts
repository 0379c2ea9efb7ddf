import { registry } from "../registry";
import { booleanVote } from "./boolean-vote";
import { bought } from "./bought";
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
import { textVote } from "./text-vote";
import { upVote } from "./up-vote";
import type { VoteType } from "./vote-type";
import { yesNoMaybeVote } from "./yes-no-maybe-vote";

/** Every vote type there is. A new one is a file beside these and a line here. */
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

const boughtTypes = new Map(
  voteTypes.all
    .filter(({ maySell }) => maySell)
    .map((type) => [type.name as string, bought(type)] as const),
);

/**
 * The type as a poll reads it: where votes are sold (`voting_sell_votes`) the value of those that may
 * be sold is how many to buy. Throws on an unknown name.
 */
export const voteTypeAs = (name: string, sold: boolean): VoteType =>
  (sold ? boughtTypes.get(name) : undefined) ?? voteTypes.get(name);

export { isNoText, type TypedText, wrongWithText } from "./typed-text";
export type { VoteBounds, VoteInput, VoteType } from "./vote-type";
