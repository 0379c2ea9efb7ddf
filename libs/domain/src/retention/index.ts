export { type KeptForDays, keptDays } from "./kept-days";
