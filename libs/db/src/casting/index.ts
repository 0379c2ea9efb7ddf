export {
  countPlaces,
  countVotable,
  type FoundVote,
  findBallots,
  findHeldVotes,
  findPairOffers,
  findVotes,
  ownChildren,
} from "./facts";
export {
  createPollCache,
  type HeldRows,
  holdNamed,
  holdPolls,
  holdVote,
  lockOptions,
  lockParticipants,
  type PollCache,
  readOptions,
} from "./hold";
export { storePairOffer } from "./write";
export { type DecisionToWrite, writeDecisions } from "./write-decisions";
