export { allow, type Decision, refuse } from "./decision";
export * from "./error-codes";
export * from "./field-problems";
export * from "./refusal";
