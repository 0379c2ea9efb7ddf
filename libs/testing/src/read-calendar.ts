import ICAL from "ical.js";

/** An event of a file, with its properties as texts of the file. */
export interface ReadEvent {
  readonly [property: string]: string;
}

export interface ReadCalendar {
  readonly method: string | undefined;
  readonly events: readonly ReadEvent[];
}

const OCTETS_OF_LINE = 75;

/**
 * Reads a calendar by another library than wrote it, and checks it by RFC 5545. Throws for a file
 * that a strict program would refuse.
 */
export function readCalendar(text: string): ReadCalendar {
  checkLines(text);
  const calendar = new ICAL.Component(ICAL.parse(text));
  check(calendar.name === "vcalendar", "it is no calendar");
  checkOnce(calendar, ["version", "prodid"]);
  check(calendar.getFirstPropertyValue("version") === "2.0", "it has another version");
  check(calendar.getAllSubcomponents().length > 0, "it has no component");
  const method = calendar.getFirstPropertyValue("method");
  const events = calendar.getAllSubcomponents("vevent").map(readEvent);
  check(new Set(events.map(({ uid }) => uid)).size === events.length, "a UID is there twice");
  return { method: method === null ? undefined : String(method), events };
}

function checkLines(text: string): void {
  check(text.endsWith("\r\n"), "the last line does not end");
  for (const line of text.slice(0, -2).split("\r\n")) {
    check(!/(?!\t)\p{Cc}/u.test(line), `a control character in ${line}`);
    check(Buffer.byteLength(line) <= OCTETS_OF_LINE, `a long line: ${line}`);
  }
}

function readEvent(event: ICAL.Component): ReadEvent {
  checkOnce(event, ["uid", "dtstamp", "dtstart", "sequence", "summary"]);
  const start = event.getFirstProperty("dtstart");
  const end = event.getFirstProperty("dtend");
  if (end !== null) {
    check(end.type === start?.type, "start and end are of different kinds");
    const [from, to] = [start?.getFirstValue(), end.getFirstValue()].map(String);
    check((from ?? "") < (to ?? ""), "the end is not after the start");
  }
  return Object.fromEntries(
    event
      .getAllProperties()
      .map((property) => [property.name, String(property.getFirstValue())] as const),
  );
}

const checkOnce = (component: ICAL.Component, names: readonly string[]): void => {
  for (const name of names) {
    check(component.getAllProperties(name).length === 1, `${name} is not there once`);
  }
};

function check(condition: boolean, problem: string): void {
  if (!condition) throw new Error(`the calendar is not valid: ${problem}`);
}
