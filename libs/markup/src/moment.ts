import type { Language } from "./language";

const locales: Readonly<Record<Language, string>> = { en: "en-GB", de: "de-DE" };

/** Formats a moment to the minute in a language and a time zone. Shows "UTC" for that zone. */
export const momentIn = (language: Language, timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat(locales[language], {
    dateStyle: "long",
    timeStyle: "short",
    timeZone,
  }).format(moment) + (timeZone === "UTC" ? " UTC" : "");
