export { type Cast, type CastDecision, type CastFacts, decideCast } from "./decide-cast";
export { type ChangeDecision, type ChangeFacts, decideChange } from "./decide-change";
export * from "./decide-credit";
export { decideHeldCast, type HeldCastFacts } from "./decide-held-cast";
export * from "./decide-in-order";
export { decideWithdraw, type WithdrawDecision, type WithdrawFacts } from "./decide-withdraw";
export { exactSum } from "./exact-sum";
export * from "./kept-places";
export { hasPlace } from "./limits";
export * from "./may-read-vote";
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
export * from "./vote";
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
export * from "./voting-window";
