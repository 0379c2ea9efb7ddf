export { allow, type Decision, refuse } from "./decision";
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
