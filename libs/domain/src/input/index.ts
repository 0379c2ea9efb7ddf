export {
  absentOrNull,
  cutAbove,
  email,
  entry,
  fitsDouble,
  flag,
  ignored,
  isEmail,
  isPlainText,
  momentInUtc,
  nameEntry,
  text,
} from "./fields";
export {
  accepted,
  createProblemLimit,
  mergeErrors,
  PROBLEMS_MAX,
  type Reading,
  readBody,
} from "./read-body";
export { errorsAt, givenOf, isObject } from "./read-fields";
export { changesNothing, isRepresentation } from "./representation";
export { cutText, searchText, trimText } from "./texts";
