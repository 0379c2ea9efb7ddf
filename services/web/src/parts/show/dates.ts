/** The day, in UTC, in the language of the page. */
export const dayText = (
  iso: string,
  { locale }: Pick<Intl.ResolvedDateTimeFormatOptions, "locale">,
): string =>
  new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(iso));

/** A moment in the language of the page and the time zone of the visitor. */
export const momentText = (
  iso: string,
  { locale }: Pick<Intl.ResolvedDateTimeFormatOptions, "locale">,
  dateStyle: "long" | "medium" = "long",
): string =>
  new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: "short" }).format(new Date(iso));
