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
  type AnyRefusal,
  Conflict,
  type FieldErrors,
  Forbidden,
  Invalid,
  NotFound,
  Refusal,
  TooManyRequests,
  Unauthenticated,
  Undeletable,
} from "./refusal";
