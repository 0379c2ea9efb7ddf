export { cutAbove, email, entry, flag, ignored, isEmail, LIST_MAX, text } from "./fields";
export { mergeErrors, type Reading, readBody } from "./read-body";
export { errorsAt, isObject } from "./read-fields";
export { changesNothing, isRepresentation } from "./representation";
