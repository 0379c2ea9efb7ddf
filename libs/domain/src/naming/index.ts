export { datesOf, type NamedOption, type NameReader, nameOption } from "./name-option";
