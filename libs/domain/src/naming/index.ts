export { breakCharacters } from "./break-characters";
export {
  dateFormat,
  datesOf,
  localeIn,
  type NamedOption,
  type NameReader,
  nameOption,
  placeOrFile,
  type Thing,
  timeInZone,
} from "./name-option";
