export * from "./calendar";
export * from "./html";
export { withoutFormatCharacters } from "./invisible";
export * from "./language";
export * from "./mail-topics";
export * from "./user-text";
export * from "./vote-words";
