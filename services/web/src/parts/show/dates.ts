/**
 * A text with dates and times as `Intl` writes them, which breaks in few places: before a time, after a dash between
 * dates, and at a long weekday or the year of a long month, so that no part is wider than a phone.
 */
export const unbroken = (text: string): string =>
  text
    // A day and its month, a time and its unit.
    .replace(/(\d\.?) (?=\p{L}{3}|[AP]M)/gu, "$1\u00a0")
    // What a number follows, and the year of a short month.
    .replace(/(\p{L}\.?) (?=\d\d?\b)|(\b\p{L}{3,4}\.?) (?=\d{4})/gu, "$1$2\u00a0")
    // A short weekday, and the day of a short month.
    .replace(/(\b\p{L}{2,3}\.?,) (?!\d+:)|(\b\p{L}{3}\u00a0\d+,) (?=\d{4})/gu, "$1$2\u00a0")
    // A dash, between times on both sides.
    .replace(/\u2009(?=–)|(–)\u2009(?=\d+:)/gu, "$1\u202f")
    .replace(/(\d–)(?=\d)/gu, "$1\u2060");

/** The day, in UTC, in the language of the page. */
export const dayText = (
  iso: string,
  { locale }: Pick<Intl.ResolvedDateTimeFormatOptions, "locale">,
): string =>
  unbroken(
    new Intl.DateTimeFormat(locale, {
      day: "numeric",
      month: "short",
      year: "numeric",
      timeZone: "UTC",
    }).format(new Date(iso)),
  );

/** A moment in the language of the page and the time zone of the visitor. */
export const momentText = (
  iso: string,
  { locale }: Pick<Intl.ResolvedDateTimeFormatOptions, "locale">,
  dateStyle: "long" | "medium" = "long",
): string =>
  unbroken(
    new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: "short" }).format(new Date(iso)),
  );
