export { allow, type Decision, refuse } from "./decision";
export {
  type CodeOf,
  codesOf,
  type ErrorArea,
  type ErrorCode,
  errorAreas,
  errorCodeNames,
  errorCodes,
} from "./error-codes";
export {
  type FieldProblem,
  type FieldProblemCode,
  type ProblemSentence,
  problemOf,
  problemSentences,
  valuesOf,
} from "./field-problems";
export {
  type AnyRefusal,
  Blocked,
  Conflict,
  type FieldErrors,
  Forbidden,
  Invalid,
  moreProblems,
  NoCount,
  NotFound,
  Refusal,
  type Sentences,
  TakenDown,
  TooManyRequests,
  Unauthenticated,
  Undeletable,
} from "./refusal";
