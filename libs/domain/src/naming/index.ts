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
  type Thing,
  timeInZone,
} from "./name-option";
