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
  holdNamed,
  holdPolls,
  holdVote,
  lockOptions,
  lockParticipants,
  type PollCache,
  readOptions,
} from "./hold";
export {
  changeTallies,
  type NewVote,
  removeHeldVotes,
  removeVotes,
  storeHeldVotes,
  storePairOffer,
  storeVotes,
  touchPollTally,
} from "./write";
