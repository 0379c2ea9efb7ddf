import type { Poll } from "@polls/client";
import { timeInZone } from "@polls/domain/naming";

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

/** A moment in the language of the page and the time zone of the poll. */
export const momentText = (
  iso: string,
  { settings }: Poll,
  { locale }: Pick<Intl.ResolvedDateTimeFormatOptions, "locale">,
): string =>
  new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    ...timeInZone,
    timeZone: settings.timezone,
  }).format(new Date(iso));
