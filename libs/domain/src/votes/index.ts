export { type Cast, type CastDecision, type CastFacts, decideCast } from "./decide-cast";
export { type ChangeDecision, type ChangeFacts, decideChange } from "./decide-change";
export {
  type CreditDecision,
  type CreditFacts,
  decideCredit,
  decideEndOfPurchase,
  decideVoid,
} from "./decide-credit";
export { decideHeldCast, type HeldCastFacts } from "./decide-held-cast";
export {
  type CaseState,
  type DecidedCase,
  decideInOrder,
  placeKey,
  type VotesBefore,
  type VoteWrites,
  type VotingCase,
} from "./decide-in-order";
export { decideWithdraw, type WithdrawDecision, type WithdrawFacts } from "./decide-withdraw";
export { exactSum } from "./exact-sum";
export {
  CHECKOUT_LIFETIME_MS,
  isPlaceless,
  owesTooLong,
  placeKeptFrom,
  placeKeptWhileDelayed,
} from "./kept-places";
export { hasPlace } from "./limits";
export {
  type ConditionalVoteFields,
  hidesVotes,
  isPaid,
  mayReadDistribution,
  mayReadVote,
  privateVoteTypes,
  readableText,
  readableValue,
  type Shown,
  shownValue,
  type VoteViewer,
  voteFields,
} from "./may-read-vote";
export type { Purchase } from "./purchase";
export { type Branching, skipVotes } from "./skip-votes";
export {
  type Contribution,
  contributionOf,
  loserContributionOf,
  mergeTallyChanges,
  noTallyChange,
  type OptionTallyChange,
  participantCounts,
  type TallyChange,
  tallyChange,
  type Voted,
  type VoteWeight,
  weightOf,
} from "./tally-change";
export {
  type CastVote,
  type ListedVote,
  nothingUnlisted,
  noVotes,
  type Pair,
  type ParticipantVotes,
  samePair,
  sameVote,
  type Unlisted,
  type Vote,
  type VoteValue,
  withoutVote,
  withVote,
} from "./vote";
export type { VoteRefusalCode } from "./vote-refusals";
export { voteSettingsOfPoll, votesLeft } from "./vote-settings";
export {
  limitStepOf,
  type OptionFacts,
  optionLimit,
  placesOf,
  type VotingRules,
  voteSettingsOn,
  votingRules,
} from "./voting-rules";
export {
  changeRefusal,
  isOfToday,
  voteDateOf,
  votingRefusal,
  type WindowRefusal,
} from "./voting-window";
