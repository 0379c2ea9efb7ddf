export { isDate, parseMoment } from "./moment";
export { dayIn, offsetMs } from "./timezone";
export { zoneAt, zoneName } from "./zone-name";
