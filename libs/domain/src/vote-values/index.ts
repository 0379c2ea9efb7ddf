export {
  type Choice,
  type ChoiceMeaning,
  choiceMeanings,
  choiceOf,
  chosen,
  meaningOf,
  type Opinion,
  takesNo,
  yesNo,
  yesNoMaybe,
} from "./choices";
export { takesPlace } from "./takes-place";
