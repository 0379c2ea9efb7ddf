export { type Language, preferredLanguage } from "@polls/markup";
