/**
 * A text with dates and times as `Intl` writes them, which breaks in few places: before a time or a zone, after a dash
 * with spaces, and after a long weekday or month, because no part may be wider than a phone.
 */
export const unbroken = (text: string): string =>
  text
    .replace(/[ \u2009]/g, "\xa0")
    .replace(
      /(,)\xa0(?=\d+:)|(\p{L}{6},|–)\xa0|(\p{L}{6})\xa0(?=\d{4})|\xa0(?=um|at|[A-Z]{3})/gu,
      "$1$2$3 ",
    )
    .replace(/\d–(?=\d)/g, "$&\u2060");

/** A moment in the language of the page and the time zone of the visitor. */
export const momentText = (
  iso: string,
  { locale }: Pick<Intl.ResolvedDateTimeFormatOptions, "locale">,
  dateStyle: "long" | "medium" = "long",
): string =>
  unbroken(
    new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: "short" }).format(new Date(iso)),
  );
