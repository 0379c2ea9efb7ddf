export { type NamedOption, type NameReader, nameOption } from "./name-option";
