export { type Html, html } from "./html";
export { type Language, languages, preferredLanguage } from "./language";
