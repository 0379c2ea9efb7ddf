export { type AssignedNames, nameAssigned } from "./assigned-names";
export { findOptOuts, findOptOutsOf, type OptOutScope, setOptOut } from "./invitation-opt-outs";
export {
  claimInvitedAddresses,
  freeInvitedAddress,
  lockOpenInvitation,
} from "./invitations";
export { findLinkedOwner, linkVisitor, revokePersonalLink } from "./linked-visitors";
export { findOptInRequests, type OptInRequestFacts } from "./opt-in-requests";
export {
  countFraudulentVoters,
  findVoters,
  hasOwnParticipant,
  lockParticipant,
  lockParticipantForDeletion,
  lockParticipants,
  markChangedByAdmin,
  type ParticipantFilter,
  type ParticipantPage,
  pageOfParticipantIds,
  takesPart,
} from "./participants";
export { countFoundPeople, type PeopleList, pageOfPeople } from "./people-lists";
export {
  countTakenPlaces,
  lockPlaces,
  markMovedUpTold,
  movedUpParticipants,
  moveUpParticipants,
  restoreGivenUpPlaces,
  waitingPositions,
} from "./places";
export { findRowsOfPerson, type RowsOfPerson } from "./rows-of-person";
export { isAddressTaken } from "./taken-addresses";
export {
  forgetDeniedAddresses,
  forgetUnconfirmedAddresses,
  forgetUnusedOptIns,
} from "./unconfirmed-addresses";
