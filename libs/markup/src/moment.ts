import type { Language } from "./language";

const locales: Readonly<Record<Language, string>> = { en: "en-GB", de: "de-DE" };

/** A moment to the minute, as people write it in a language, in a time zone; UTC is named. */
export const momentIn = (language: Language, timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat(locales[language], {
    dateStyle: "long",
    timeStyle: "short",
    timeZone,
  }).format(moment) + (timeZone === "UTC" ? " UTC" : "");
