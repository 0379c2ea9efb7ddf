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
const LINE = 18;
const LINE_OF_ASCII = 72;
const DAY_MS = 86_400_000;

/** Writes the dates as a calendar file (RFC 5545). */
export function calendarFile(dates: readonly OwnDate[], url: string, now: Date): string {
  const { host } = new URL(url);
  const lines = [
    ["BEGIN", "VCALENDAR"],
    ["VERSION", "2.0"],
    ["PRODID", "-//polls//polls//EN"],
    ...dates.flatMap(({ id, title, ...date }) => [
      ["BEGIN", "VEVENT"],
      ["UID", `${id}@${host}`],
      ["DTSTAMP", momentOf(now)],
      ...timeOf(date),
      ["SUMMARY", title.replace(/[\\;,]/g, "\\$&").replace(/\s+/g, " ")],
      ["URL", url],
      ["END", "VEVENT"],
    ]),
    ["END", "VCALENDAR"],
  ];
  return lines.map((line) => `${folded(line.join(":"))}\r\n`).join("");
}

/** The end of an event on days is the day after the last one. */
function timeOf({ start, end, daysIn }: Omit<OwnDate, "id" | "title">): readonly string[][] {
  const [first, last] = [new Date(start), new Date(end ?? start)];
  if (daysIn === undefined) {
    return [
      ["DTSTART", momentOf(first)],
      ...(end === undefined ? [] : [["DTEND", momentOf(last)]]),
    ];
  }
  const [from, to] = [first, last].map((day) => dayOf(day, daysIn));
  const after = new Date(Date.parse(`${to}T00:00Z`) + DAY_MS);
  return [
    ["DTSTART;VALUE=DATE", plain(from ?? "")],
    ["DTEND;VALUE=DATE", plain(dayOf(after, "UTC"))],
  ];
}

const plain = (iso: string): string => iso.replace(/[-:]|\.\d+/g, "");
const momentOf = (moment: Date): string => plain(moment.toISOString());
/** Swedish writes a day as `YYYY-MM-DD`. */
const dayOf = (day: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("sv", { timeZone }).format(day);

function folded(line: string): string {
  const characters = [...line];
  const width = /^[ -~]*$/.test(line) ? LINE_OF_ASCII : LINE;
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += width) {
    parts.push(characters.slice(at, at + width).join(""));
  }
  return parts.join("\r\n ");
}
