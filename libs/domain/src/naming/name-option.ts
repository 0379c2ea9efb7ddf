import type { OptionKind } from "../option-types";

type Absent = null | undefined;

/** What an option is called by, with the names of responses, so that pages pass options as they are. */
export interface NamedOption {
  readonly content?: string | Absent;
  /** Moments; as texts in ISO 8601. */
  readonly start_date?: Date | string | Absent;
  readonly end_date?: Date | string | Absent;
  readonly kind: OptionKind;
  /** Whether the dates are days, which have no time. */
  readonly wholeDays: boolean;
  /** Its place or file, by `placeOrFile`. */
  readonly name?: string | Absent;
  /** Absent: it is not in a list any more. */
  readonly position?: number | Absent;
}

export interface NameReader {
  /** A language tag, such as `en`. */
  readonly locale: string;
  /** The time zone of the poll. Absent: that of the reader. */
  readonly timezone?: string;
  /** What each kind is called, for an option that has nothing else than its position. */
  readonly unnamed: Readonly<Record<OptionKind, string>>;
  /** Sanitizes texts of users for the place where they are shown. Default: they are not changed. */
  readonly clean?: (text: string) => string;
  /** Keeps formats for many options. Default: each option gets a new one, which takes 0.2 ms. */
  readonly dateFormat?: typeof dateFormat;
}

/** The format of the dates of an option. Times have their zone, because the reader may be in another one than the poll. */
export const dateFormat = (
  wholeDays: boolean,
  { locale, timezone }: Pick<NameReader, "locale" | "timezone">,
  time: Intl.DateTimeFormatOptions = { hour: "numeric", timeZoneName: "short" },
): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    ...(!wholeDays && { minute: "2-digit", ...time }),
    timeZone: timezone,
  });

/** The same without the zone, which stands beside it. */
export const dateFormatBesideZone: typeof dateFormat = (wholeDays, reader) =>
  dateFormat(wholeDays, reader, { hour: "2-digit" });

/** A format for narrow columns, without the zone, which stands beside them. */
const shortFormat =
  (year: { readonly year?: "numeric" }): typeof dateFormat =>
  (wholeDays, { locale, timezone }) =>
    new Intl.DateTimeFormat(locale, {
      weekday: "short",
      day: "numeric",
      month: "short",
      ...year,
      ...(!wholeDays && { hour: "numeric", minute: "2-digit" }),
      timeZone: timezone,
    });

/** The format of narrow columns on pages, without the year and the zone. */
export const shortDateFormat = shortFormat({});
/** The same for files, which are read in later years too. */
export const shortDateFormatOfFiles = shortFormat({ year: "numeric" });

/** What an option is called (docs/reference/options.md#names-of-options). */
export function nameOption(option: NamedOption, reader: NameReader): string {
  const { clean = (text) => text, unnamed } = reader;
  const { kind, position } = option;
  return (
    clean(option.content ?? "") ||
    datesOf(option, reader) ||
    // Cameras and programs name the files of photos, films and sounds.
    ((kind === "place" || kind === "file") && clean(option.name ?? "")) ||
    `${unnamed[kind]} ${position ?? ""}`.trim()
  );
}

/** A name below what it belongs to, such as "Food: Soup", or "Which day? Friday". The same name stands once. */
export const nameBelow = (above: string, name: string): string =>
  above === name ? name : `${above}${/[?!:.…]\s*$/.test(above) ? "" : ":"} ${name}`;

/** The dates of an option in words. Undefined: it has none. */
export function datesOf(
  { start_date, end_date, wholeDays }: Omit<NamedOption, "kind">,
  reader: Pick<NameReader, "locale" | "timezone" | "dateFormat">,
): string | undefined {
  if (!start_date) return undefined;
  const format = (reader.dateFormat ?? dateFormat)(wholeDays, reader);
  const start = new Date(start_date);
  return end_date ? format.formatRange(start, new Date(end_date)) : format.format(start);
}

/** The locale of dates and numbers: the language, with the region of the first wish for it that names one. */
export const localeIn = (language: string, wishes: readonly string[]): string =>
  wishes.find((wish) => wish.startsWith(language) && /^..-[a-z]{2}$/i.test(wish)) ?? language;

/** What an option without a text or dates is called by. */
export interface Thing {
  /** `data`, which has the coordinates of a location. */
  readonly data: unknown;
  readonly fileName: string | null | undefined;
}

/** The name of a place, else of a file. Undefined: the option has neither. */
export const placeOrFile = ({ data, fileName }: Thing): string | undefined =>
  placeOf(data) ?? fileName ?? undefined;

/** The first position of a location, with latitude and longitude as maps write them. */
function placeOf(data: unknown): string | undefined {
  const { coordinates } = (data ?? {}) as { readonly coordinates?: unknown };
  const first: unknown = Array.isArray(coordinates) ? coordinates[0] : undefined;
  if (!Array.isArray(first)) return undefined;
  const [longitude, latitude]: readonly unknown[] = first;
  return typeof longitude === "number" && typeof latitude === "number"
    ? `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
    : undefined;
}
