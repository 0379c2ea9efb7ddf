import type { OptionListItem, Poll } from "@polls/client";
import { optionTypeOf } from "../types/option-types";

/** A time with its zone, because the device may be in another zone than the poll. */
const timeInZone = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;

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

/** The dates of an option; undefined where it has none. */
export function datesOf(
  option: Pick<OptionListItem, "type" | "start_date" | "end_date">,
  { settings }: Poll,
  { locale }: Pick<Intl.ResolvedDateTimeFormatOptions, "locale">,
): string | undefined {
  const { start_date, end_date } = option;
  if (start_date === undefined) return undefined;
  const format = new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    ...(!optionTypeOf(option).wholeDays && timeInZone),
    timeZone: settings.timezone,
  });
  const start = new Date(start_date);
  return end_date === undefined
    ? format.format(start)
    : format.formatRange(start, new Date(end_date));
}
