export {
  type Choice,
  type ChoiceMeaning,
  choiceOf,
  chosen,
  meaningOf,
  type Opinion,
  takesNo,
  yesNo,
  yesNoMaybe,
} from "./choices";
export { takesPlace } from "./takes-place";
