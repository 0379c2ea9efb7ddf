export { breakCharacters } from "./break-characters";
export {
  dateFormat,
  datesOf,
  localeIn,
  type NamedOption,
  type NameReader,
  nameBelow,
  nameOption,
  placeOrFile,
  shortDateFormat,
  shortDateFormatOfFiles,
  type Thing,
} from "./name-option";
export { zoneName } from "./zone-name";
