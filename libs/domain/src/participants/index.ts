export {
  eventSubject,
  isAnonymous,
  type PersonalSubject,
  shownMoment,
  shownName,
} from "./anonymity";
export { mayDeleteRecord, mayDeleteVotes, mayUpdateParticipant } from "./may-change-participant";
export { nextReminderAt, REMINDERS_MAX, type RemindersSent } from "./may-remind";
export { isOnce, mayTakePart, placesToFill, type TakePartRefusal } from "./may-take-part";
export * from "./participant";
export { createParticipantBody, updateParticipantBody } from "./participant-body";
export { participantRefusals } from "./participant-refusals";
export { comparesVotes, type PeopleSort, peopleSorts } from "./people-sort";
export { personalLinkBody, personalLinkLimits, readPersonalLink } from "./personal-link";
export {
  type ParticipantDraft,
  readCreateParticipant,
  readOptInAddress,
} from "./read-create-participant";
export * from "./read-update-participant";
export { requiredOptionVotesComplete } from "./required-votes-complete";
export {
  type ParticipantDerived,
  participantVisible,
  showParticipant,
  unseenParticipant,
} from "./show-participant";
export * from "./survey-progress";
