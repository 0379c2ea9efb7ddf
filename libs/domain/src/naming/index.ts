export { breakCharacters } from "./break-characters";
export * from "./name-option";
export * from "./own-direction";
