export { isDate, parseMoment } from "./moment";
export { dayIn, offsetMs } from "./timezone";
