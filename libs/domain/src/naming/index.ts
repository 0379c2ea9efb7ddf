export { breakCharacters } from "./break-characters";
export * from "./name-option";
