import type { Language } from "./language";
import { voteWordsIn } from "./vote-words";

/** Formats a moment to the minute in a language and a time zone. Shows "UTC" for that zone. */
export const momentIn = (language: Language, timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat(voteWordsIn(language).locale, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone,
  }).format(moment) + (timeZone === "UTC" ? " UTC" : "");
