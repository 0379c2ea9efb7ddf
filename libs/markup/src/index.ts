export { type CalendarEvent, type CalendarFile, writeCalendar } from "./calendar";
export { type Html, html } from "./html";
export { withoutFormatCharacters } from "./invisible";
export {
  type Language,
  languages,
  preferredLanguage,
  storedLanguage,
  supportedLanguage,
  wishedLanguages,
} from "./language";
export { momentIn } from "./moment";
export { plainLine, USER_TEXT_MAX, type UserText, userText } from "./user-text";
export { type VoteWords, voteWordsIn } from "./vote-words";
