export {
  type DecidedDate,
  type Decision,
  droppedDates,
  formerDates,
  formerIds,
  heldDates,
  replacesDates,
} from "./decision";
export {
  canBeDecided,
  dateClasses,
  decisionBody,
  decisionProblems,
  isPollOfDates,
} from "./decision-body";
export { eventOfDate, eventsOfDates } from "./event-of-date";
export { type DecisionPlan, planDecision } from "./plan-decision";
