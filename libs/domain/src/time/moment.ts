import { offsetMs } from "./timezone";

const DAY_MS = 86_400_000;
const OFFSET_MAX_MINUTES = 18 * 60;
const FIRST_YEAR = 1000;
const LAST_YEAR = 9999;

const momentPattern =
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** The meaning of a date without a time: midnight, or for deadlines the end of the day. */
export type BareDate = "start_of_day" | "end_of_day";

/**
 * Parses an ISO 8601 moment. Returns undefined if the text is not valid. A time without an offset
 * is local in the time zone. A time that a clock change skips is moved forward by the length of the
 * change; a repeated time means the first one (docs/reference/time.md#clock-changes). The end of a
 * day is its last millisecond.
 */
export function parseMoment(
  text: string,
  timezone: string,
  bareDate: BareDate = "start_of_day",
): Date | undefined {
  const match = momentPattern.exec(text);
  if (match === null) return undefined;
  const [, date = "", time, seconds = "00", fraction = "", offset] = match;
  if (time === undefined) return isDate(date) ? dayBoundary(date, timezone, bareDate) : undefined;
  const wall = parseUtc(`${date}T${time}:${seconds}.${fraction.padEnd(3, "0").slice(0, 3)}Z`);
  if (wall === undefined) return undefined;
  if (offset === undefined) return within(fromWallClock(wall.getTime(), timezone));
  const ahead = parseOffset(offset);
  return ahead === undefined ? undefined : within(new Date(wall.getTime() - ahead));
}

/** Whether the text is a calendar day, `YYYY-MM-DD`. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && parseUtc(`${text}T00:00:00.000Z`) !== undefined;

function dayBoundary(date: string, timezone: string, bareDate: BareDate): Date | undefined {
  const midnight = Date.parse(`${date}T00:00:00.000Z`);
  const start = fromWallClock(midnight, timezone);
  if (bareDate === "start_of_day") return within(start);
  const end = new Date(fromWallClock(midnight + DAY_MS, timezone).getTime() - 1);
  // A day that the zone lacks has no end of its own, and none before its start.
  return within(end < start ? start : end);
}

/** The moment at which the clock of the zone first shows or skips that time. */
function fromWallClock(wallMs: number, timezone: string): Date {
  const before = wallMs - offsetMs(timezone, new Date(wallMs - DAY_MS));
  const after = wallMs - offsetMs(timezone, new Date(wallMs + DAY_MS));
  const shown = [before, after].filter(
    (moment) => moment + offsetMs(timezone, new Date(moment)) === wallMs,
  );
  return new Date(shown.length > 0 ? Math.min(...shown) : before);
}

/** Rejects dates such as 30 February, which `Date.parse` accepts as a day of March. */
function parseUtc(iso: string): Date | undefined {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime()) || moment.toISOString() !== iso) return undefined;
  return within(moment);
}

/** Returns undefined for years that PostgreSQL or clients may not support. */
function within(moment: Date): Date | undefined {
  const year = moment.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? moment : undefined;
}

function parseOffset(offset: string): number | undefined {
  if (offset === "Z") return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(":", "") || "0");
  const ahead = hours * 60 + minutes;
  if (minutes > 59 || ahead > OFFSET_MAX_MINUTES) return undefined;
  return (offset.startsWith("-") ? -1 : 1) * ahead * 60_000;
}
