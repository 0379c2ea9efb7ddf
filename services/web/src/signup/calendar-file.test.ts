import { calendarFile } from "./calendar-file";

const now = new Date("2030-07-01T10:00:00Z");
const unfolded = (text: string): string => text.replaceAll("\r\n ", "");

test("a calendar file has times in UTC, days in the zone of the poll, and escaped titles", () => {
  const text = calendarFile(
    [
      {
        id: "a",
        title: "Cake; tea, and more\\",
        start: "2030-07-05T16:00:00.000Z",
        end: "2030-07-05T18:30:00.000Z",
        daysIn: undefined,
      },
      {
        id: "b",
        title: "Day",
        start: "2030-07-05T22:00:00.000Z",
        end: undefined,
        daysIn: "Europe/Berlin",
      },
    ],
    "https://polls.example/p/abc",
    now,
  );
  expect(unfolded(text).split("\r\n")).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//polls//polls//EN",
    "BEGIN:VEVENT",
    "UID:a",
    "DTSTAMP:20300701T100000Z",
    "DTSTART:20300705T160000Z",
    "DTEND:20300705T183000Z",
    "SUMMARY:Cake\\; tea\\, and more\\\\",
    "URL:https://polls.example/p/abc",
    "END:VEVENT",
    "BEGIN:VEVENT",
    "UID:b",
    "DTSTAMP:20300701T100000Z",
    "DTSTART;VALUE=DATE:20300706",
    "DTEND;VALUE=DATE:20300707",
    "SUMMARY:Day",
    "URL:https://polls.example/p/abc",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

test("no line of a calendar file is longer than 75 bytes", () => {
  const title = "\u{1F370}".repeat(60);
  const text = calendarFile(
    [{ id: "a", title, start: now.toISOString(), end: undefined, daysIn: undefined }],
    "https://polls.example/",
    now,
  );
  expect(unfolded(text)).toContain(`SUMMARY:${title}\r\n`);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});
