export {
  type Choice,
  type ChoiceMeaning,
  chosen,
  meaningOf,
  type Opinion,
  opinionOf,
  opinions,
  takesNo,
  yesNo,
  yesNoMaybe,
} from "./choices";
export { takesPlace } from "./takes-place";
