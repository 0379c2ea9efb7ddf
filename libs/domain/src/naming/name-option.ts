import { optionTypes } from "../option-types";

/** What an option is called by. Absent values are null or undefined. */
export interface NamedOption {
  /** A name of the option type registry. */
  readonly type: string;
  readonly content: string | null | undefined;
  readonly startDate: Date | null | undefined;
  readonly endDate: Date | null | undefined;
  /** `data`, which has the coordinates of a location. */
  readonly data: unknown;
  readonly fileName: string | null | undefined;
  readonly position: number;
}

/** For whom an option is named. */
export interface NameReader {
  /** A language tag, such as `en`. */
  readonly locale: string;
  /** The time zone of the poll. */
  readonly timezone: string;
  /** A name by the position, for an option that has nothing else. */
  readonly unnamed: (position: number) => string;
}

/**
 * What an option is called: its text, else its dates, place or file, else its number
 * (docs/reference/options.md#names-of-options).
 */
export function nameOption(option: NamedOption, reader: NameReader): string {
  return (
    option.content ||
    datesOf(option, reader) ||
    placeOf(option) ||
    option.fileName ||
    reader.unnamed(option.position)
  );
}

function datesOf(
  { type, startDate, endDate }: NamedOption,
  { locale, timezone }: NameReader,
): string | undefined {
  if (startDate === null || startDate === undefined) return undefined;
  const format = new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    ...(optionTypes.get(type).dates !== "days" && {
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
    }),
    timeZone: timezone,
  });
  return endDate === null || endDate === undefined
    ? format.format(startDate)
    : format.formatRange(startDate, endDate);
}

/** The first position of a location, with latitude and longitude as maps write them. */
function placeOf({ data }: NamedOption): string | undefined {
  const positions = (data as { readonly coordinates?: unknown } | null | undefined)?.coordinates;
  const first: unknown = Array.isArray(positions) ? positions[0] : undefined;
  if (!Array.isArray(first)) return undefined;
  const [longitude, latitude]: readonly unknown[] = first;
  return typeof longitude === "number" && typeof latitude === "number"
    ? `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
    : undefined;
}
