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
  holdOptions,
  holdPolls,
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
} from "./write";
