export { breakCharacters } from "./break-characters";
export * from "./name-option";
export { zoneAt, zoneName } from "./zone-name";
