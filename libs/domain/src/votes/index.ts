export { applyCast, type VotingState } from "./apply-cast";
export { type CastVote, type ListedVote, type Pair, samePair, sameVote } from "./cast-vote";
export {
  type Contribution,
  contributionOf,
  loserContributionOf,
  participantCounts,
  type VoteWeight,
  weightOf,
} from "./contribution";
export {
  type Cast,
  type CastDecision,
  type CastFacts,
  decideCast,
  type Purchase,
} from "./decide-cast";
export { type ChangeDecision, type ChangeFacts, decideChange } from "./decide-change";
export { decideHeldCast, type HeldCastFacts } from "./decide-held-cast";
export {
  decideWithdraw,
  type WithdrawDecision,
  type WithdrawFacts,
} from "./decide-withdraw";
export {
  type ConditionalVoteFields,
  hidesVotes,
  isPaid,
  mayReadVote,
  type Shown,
  shownValue,
  type VoteViewer,
  voteFields,
} from "./may-read-vote";
export {
  emptyStanding,
  nothingUnlisted,
  type Standing,
  type Unlisted,
  withoutVote,
  withVote,
} from "./standing";
export {
  mergeTallyChanges,
  noTallyChange,
  type OptionTallyChange,
  type TallyChange,
  tallyChange,
  type Voted,
} from "./tally-change";
export type { Vote, VoteValue } from "./vote";
export { isOfToday } from "./vote-day";
export type { VoteRefusalCode } from "./vote-refusals";
export {
  limitStepOf,
  type OptionFacts,
  optionLimit,
  sellsVotes,
  type VotingRules,
  votingRules,
} from "./voting-rules";
export { changeRefusal, votingRefusal, type WindowRefusal } from "./voting-window";
