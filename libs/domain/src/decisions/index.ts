export * from "./decision";
export * from "./decision-body";
export { eventOfDate, eventsOfDates } from "./event-of-date";
export { type DecisionPlan, planDecision } from "./plan-decision";
