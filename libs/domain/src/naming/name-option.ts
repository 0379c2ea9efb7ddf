/** What an option is called by. Absent values are null or undefined. */
export interface NamedOption {
  readonly content: string | null | undefined;
  /** A moment; as a text in ISO 8601. */
  readonly startDate: Date | string | null | undefined;
  readonly endDate: Date | string | null | undefined;
  /** Whether the dates are days, which have no time. */
  readonly wholeDays: boolean;
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
export const nameOption = (option: NamedOption, reader: NameReader): string =>
  option.content ||
  datesOf(option, reader) ||
  placeOf(option) ||
  option.fileName ||
  reader.unnamed(option.position);

/** Creating a format takes 0.2 ms, and an export names thousands of options. */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 100;

/** The dates of an option in words. Undefined: it has none. */
export function datesOf(
  { startDate, endDate, wholeDays }: Pick<NamedOption, "startDate" | "endDate" | "wholeDays">,
  { locale, timezone }: Pick<NameReader, "locale" | "timezone">,
): string | undefined {
  if (startDate === null || startDate === undefined) return undefined;
  const key = `${locale} ${timezone} ${wholeDays}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, {
      weekday: "long",
      day: "numeric",
      month: "long",
      year: "numeric",
      ...(!wholeDays && { hour: "numeric", minute: "2-digit", timeZoneName: "short" }),
      timeZone: timezone,
    });
  if (formats.size > FORMATS_MAX) formats.clear();
  formats.set(key, format);
  const start = new Date(startDate);
  return endDate === null || endDate === undefined
    ? format.format(start)
    : format.formatRange(start, new Date(endDate));
}

/** The first position of a location, with latitude and longitude as maps write them. */
function placeOf({ data }: Pick<NamedOption, "data">): string | undefined {
  const { coordinates } = (data ?? {}) as { readonly coordinates?: unknown };
  const first: unknown = Array.isArray(coordinates) ? coordinates[0] : undefined;
  if (!Array.isArray(first)) return undefined;
  const [longitude, latitude]: readonly unknown[] = first;
  return typeof longitude === "number" && typeof latitude === "number"
    ? `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
    : undefined;
}
