export { type BareDate, isDate, parseMoment } from "./moment";
export { dayIn, isTimezone } from "./timezone";
