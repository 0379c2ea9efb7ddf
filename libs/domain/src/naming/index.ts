export { breakCharacters } from "./break-characters";
export * from "./name-option";
export { zoneName } from "./zone-name";
