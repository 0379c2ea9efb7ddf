export { email, entry, flag, isEmail } from "./fields";
export { type Reading, readBody } from "./read-body";
export { isObject } from "./read-fields";
