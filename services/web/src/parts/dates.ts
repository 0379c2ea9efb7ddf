import type { OptionListItem, Poll } from "@polls/client";
import { optionTypeOf } from "../types/option-types";

/** A moment in the language of the page and the time zone of the poll. */
export const momentText = (
  iso: string,
  { settings }: Poll,
  { locale }: Pick<Intl.ResolvedDateTimeFormatOptions, "locale">,
): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    ...(settings.timezone !== undefined && { timeZone: settings.timezone }),
  }).format(new Date(iso));

/** The dates of an option; undefined where it has none. */
export function datesOf(
  option: OptionListItem,
  { settings }: Poll,
  { locale }: Pick<Intl.ResolvedDateTimeFormatOptions, "locale">,
): string | undefined {
  const { start_date, end_date } = option;
  if (start_date === undefined) return undefined;
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: "full",
    ...(!optionTypeOf(option).wholeDays && { timeStyle: "short" }),
    ...(settings.timezone !== undefined && { timeZone: settings.timezone }),
  });
  const start = new Date(start_date);
  return end_date === undefined
    ? format.format(start)
    : format.formatRange(start, new Date(end_date));
}
