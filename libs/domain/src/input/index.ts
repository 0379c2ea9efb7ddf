export { email, entry, flag, isEmail } from "./fields";
export { fieldErrors, hasErrors, mergeErrors, type Reading, readBody } from "./read-body";
export { isObject } from "./read-fields";
