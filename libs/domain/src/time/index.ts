export { dayIn } from "./timezone";
