/** Caches the formatter of each zone, because creating one takes some 50 µs. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formatters.set(timezone, formatter);
  return formatter;
}

/** The names of three letters in the IANA database. ICU also knows `PST`, `IST` and others. */
const shortNames: ReadonlySet<string> = new Set([
  ...["CET", "EET", "EST", "GMT", "HST", "MET", "MST", "PRC", "ROC", "ROK", "UCT", "UTC", "WET"],
]);

/** Names that ICU adds to those of the IANA database. */
const isOfIcu = (text: string): boolean => {
  const name = text.toUpperCase();
  return name.startsWith("SYSTEMV/") || (/^[A-Z]{3}$/.test(name) && !shortNames.has(name));
};

/** Whether the text is a zone of the IANA database. Offsets such as `+01:00` are not. */
export function isTimezone(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(text) || isOfIcu(text)) return false;
  try {
    formatterOf(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The name of a zone in the case of the IANA database. An alias, such as `Asia/Kolkata`, is kept if it is written as a
 * name; else the result is the zone that it stands for, because the case of aliases is not known.
 */
export function timezoneName(text: string): string {
  const name = formatterOf(text).resolvedOptions().timeZone;
  if (name.toLowerCase() === text.toLowerCase()) return name;
  const isWritten = /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*[a-z][\w+-]*)*$/.test(text);
  return isWritten ? text : name;
}

/** The zone that a stored text names. An earlier release took the abbreviations of ICU. */
export const storedTimezone = (text: string): string =>
  isOfIcu(text) ? formatterOf(text).resolvedOptions().timeZone : text;

/** Local time in a zone, in milliseconds since 1970 as if it were UTC. */
function wallClockMs(timezone: string, moment: Date): number {
  const part = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of formatterOf(timezone).formatToParts(moment)) {
    if (type in part) part[type as keyof typeof part] = Number(value);
  }
  const wholeSeconds = Date.UTC(
    part.year,
    part.month - 1,
    part.day,
    part.hour,
    part.minute,
    part.second,
  );
  const milliseconds = ((moment.getTime() % 1000) + 1000) % 1000;
  return wholeSeconds + milliseconds;
}

/** Offset of a zone from UTC at a moment, in milliseconds. */
export const offsetMs = (timezone: string, moment: Date): number =>
  wallClockMs(timezone, moment) - moment.getTime();

/** The calendar day in a zone, `YYYY-MM-DD` (docs/reference/time.md#days). */
export const dayIn = (timezone: string, now: Date): string =>
  new Date(wallClockMs(timezone, now)).toISOString().slice(0, 10);
