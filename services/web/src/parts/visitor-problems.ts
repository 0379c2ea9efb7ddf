/** Loaded with the first refusal of a form. */
export { problemWords } from "../words/problems";
export { fieldSentences } from "./field-problems";
