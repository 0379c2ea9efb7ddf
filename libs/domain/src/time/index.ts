export { parseMoment } from "./moment";
export { dayIn } from "./timezone";
