export { isDate, parseMoment } from "./moment";
export { dayIn, offsetMs } from "./timezone";
export { momentInZone, zoneAt, zoneName } from "./zone-name";
