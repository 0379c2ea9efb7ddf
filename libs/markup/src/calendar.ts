import {
  escape as escapeText,
  ICalAttendeeStatus,
  ICalCalendar,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from "ical-generator";

/** When an event takes place: on days as `YYYY-MM-DD`, the last included, or at moments. */
type CalendarTime =
  | { readonly first: string; readonly last: string }
  | { readonly start: Date; readonly end: Date | undefined };

export interface CalendarEvent {
  readonly uid: string;
  readonly sequence: number;
  readonly changedAt: Date;
  readonly status: keyof typeof ICalEventStatus;
  readonly title: string;
  readonly description?: string | undefined;
  readonly location?: string | undefined;
  readonly url: string;
  readonly time: CalendarTime;
}

export interface CalendarFile {
  readonly events: readonly CalendarEvent[];
  /** The name of a calendar that programs subscribe to. */
  readonly name?: string;
  /** A message to one person (RFC 5546). Absent: a file to open or to subscribe to. */
  readonly message?: {
    readonly method: "REQUEST" | "CANCEL";
    readonly organizer: { readonly name: string; readonly email: string };
    readonly attendee: string;
  };
}

/** Writes a file of RFC 5545. Its times are in UTC. */
export function writeCalendar({ events, name, message }: CalendarFile): string {
  const calendar = new ICalCalendar({
    prodId: "//polls//polls//EN",
    // The library escapes the texts of events only.
    ...(name !== undefined && { name: escapeText(textOf(name), false) }),
    ...(message !== undefined && { method: ICalCalendarMethod[message.method] }),
  });
  for (const event of events) {
    calendar.createEvent({ ...dataOf(event), ...(message && peopleOf(message)) });
  }
  const text = calendar.toString();
  if (events.length > 0) return `${text}\r\n`;
  // A calendar without any component is not valid.
  return `${text.slice(0, -END.length)}${utc}\r\n${END}\r\n`;
}

const dataOf = (event: CalendarEvent): ICalEventData => ({
  id: event.uid,
  sequence: event.sequence,
  stamp: event.changedAt,
  status: ICalEventStatus[event.status],
  // A proposed date does not block the time of its reader.
  ...(event.status === "TENTATIVE" && { transparency: ICalEventTransparency.TRANSPARENT }),
  summary: textOf(event.title),
  description: event.description === undefined ? null : textOf(event.description),
  location: event.location === undefined ? null : textOf(event.location),
  url: event.url,
  ...timeOf(event.time),
});

const DAY_MS = 86_400_000;

/** The end of an event on days is the day after the last one. */
const timeOf = (time: CalendarTime): Pick<ICalEventData, "start" | "end" | "allDay"> & object =>
  "first" in time
    ? {
        allDay: true,
        start: new Date(`${time.first}T00:00Z`),
        end: new Date(Date.parse(`${time.last}T00:00Z`) + DAY_MS),
      }
    : { start: time.start, ...(time.end !== undefined && { end: time.end }) };

const peopleOf = ({
  organizer,
  attendee,
}: NonNullable<CalendarFile["message"]>): Partial<ICalEventData> => ({
  organizer: { name: textOf(organizer.name), email: organizer.email },
  attendees: [{ email: attendee, rsvp: false, status: ICalAttendeeStatus.NEEDSACTION }],
});

/** Control characters other than line breaks are not allowed in a file. */
const refused = /[^\P{Cc}\n]|\p{Cs}/gu;

const textOf = (text: string): string => text.replace(/\r\n?/g, "\n").replace(refused, " ");

const END = "END:VCALENDAR";
const utc = [
  "BEGIN:VTIMEZONE",
  "TZID:Etc/UTC",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0000",
  "END:STANDARD",
  "END:VTIMEZONE",
].join("\r\n");
