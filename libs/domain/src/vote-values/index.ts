export {
  type Choice,
  type ChoiceMeaning,
  choiceMeanings,
  choiceOf,
  chosen,
  hasYes,
  meaningOf,
  type Opinion,
  takesNo,
  yesNo,
  yesNoMaybe,
} from "./choices";
export { takesPlace } from "./takes-place";
