/** A date that the visitor signed up for. */
export interface OwnDate {
  readonly id: string;
  readonly title: string;
  readonly start: string;
  readonly end: string | undefined;
  /** In which time zone its days are; undefined: it has times. */
  readonly daysIn: string | undefined;
}

/** Lines are at most 75 bytes long (RFC 5545, 3.1). A character has at most 4 bytes, in ASCII one. */
const LINE = /[ -~]{1,72}|.{1,18}/gsu;
const DAY_MS = 86_400_000;

/** Writes the dates as a calendar file (RFC 5545). */
export function calendarFile(dates: readonly OwnDate[], url: string, now: Date): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//polls//polls//EN",
    ...dates.flatMap(({ id, title, ...date }) => [
      "BEGIN:VEVENT",
      `UID:${id}`,
      `DTSTAMP:${momentOf(now)}`,
      ...timeOf(date),
      `SUMMARY:${title.replace(/[\\;,]/g, "\\$&").replace(/\s+/g, " ")}`,
      `URL:${url}`,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${line.match(LINE)?.join("\r\n ")}\r\n`).join("");
}

/** The end of an event on days is the day after the last one. */
function timeOf({ start, end = start, daysIn }: Pick<OwnDate, "start" | "end" | "daysIn">) {
  const [from, to] = [new Date(start), new Date(end)];
  if (daysIn === undefined) {
    // An end is after its start.
    const ends = to > from ? [`DTEND:${momentOf(to)}`] : [];
    return [`DTSTART:${momentOf(from)}`, ...ends];
  }
  const after = new Date(Date.parse(dayOf(to, daysIn)) + DAY_MS);
  return [
    `DTSTART;VALUE=DATE:${plain(dayOf(from, daysIn))}`,
    `DTEND;VALUE=DATE:${plain(dayOf(after, "UTC"))}`,
  ];
}

const plain = (iso: string): string => iso.replace(/[-:]|\.\d+/g, "");
const momentOf = (moment: Date): string => plain(moment.toISOString());
/** Swedish writes a day as `YYYY-MM-DD`. */
const dayOf = (day: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("sv", { timeZone }).format(day);
