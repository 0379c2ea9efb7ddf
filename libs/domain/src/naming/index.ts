export { breakCharacters } from "./break-characters";
export { localeIn } from "./locale";
export {
  dateFormat,
  datesOf,
  type NamedOption,
  type NameReader,
  nameOption,
  timeInZone,
} from "./name-option";
export { placeOrFile, type Thing } from "./place-or-file";
