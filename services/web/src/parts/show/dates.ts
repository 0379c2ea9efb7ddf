import type { Poll } from "@polls/client";
import { timeInZone } from "@polls/domain/naming";

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
