export {
  mayDeleteRecord,
  mayDeleteVotes,
  mayUpdateParticipant,
  type ParticipantUpdate,
  type ParticipantUpdateRefusal,
  type ParticipationDeletion,
  type ParticipationDeletionRefusal,
} from "./may-change-participant";
export { mayTakePart, type TakePart, type TakePartRefusal } from "./may-take-part";
export type { Participant } from "./participant";
export { createParticipantBody, updateParticipantBody } from "./participant-body";
export { participantRefusals } from "./participant-refusals";
export {
  domainProblem,
  type ParticipantDraft,
  readCreateParticipant,
} from "./read-create-participant";
export {
  isAdminMark,
  type ParticipantChange,
  readUpdateParticipant,
} from "./read-update-participant";
export {
  type RequiredVotes,
  requiredOptionVotesComplete,
} from "./required-votes-complete";
export {
  type ParticipantDerived,
  type ParticipantFieldName,
  type ParticipantViewer,
  participantFields,
  participantVisible,
  showParticipant,
} from "./show-participant";
export { shownName } from "./shown-name";
export {
  isSurveyAnswerMissing,
  isSurveyComplete,
  type SurveyFacts,
  type SurveyStepFacts,
} from "./survey-progress";
