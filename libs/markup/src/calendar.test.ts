// Covers docs/reference/decisions.md: files

import { readCalendar } from "@polls/testing";
import { type CalendarEvent, writeCalendar } from "./calendar";

const event: CalendarEvent = {
  uid: "u",
  sequence: 3,
  changedAt: new Date("2030-01-01T00:00:00Z"),
  status: "CONFIRMED",
  title: "Party",
  url: "https://polls.example/p/party",
  time: { first: "2030-12-31", last: "2030-12-31" },
};
const eventOf = (difference: Partial<CalendarEvent>) =>
  readCalendar(writeCalendar({ events: [{ ...event, ...difference }] })).events[0];

test.each<[string, string]>([
  ["signs of the format", 'a;b,c\\d:e"f'],
  ["several lines", "one\ntwo"],
  ["another line break", "one\r\ntwo\rthree"],
  ["a word of the format", "x\nEND:VEVENT\nBEGIN:VEVENT"],
  ["letters of several bytes", "ü🎉".repeat(60)],
])("a text with %s is read as it was", (_case, title) => {
  const expected = title.replace(/\r\n?/g, "\n");
  const read = eventOf({ title, description: title, location: title });
  expect([read?.summary, read?.description, read?.location]).toEqual([
    expected,
    expected,
    expected,
  ]);
});

test("control characters are blanks", () => {
  expect(eventOf({ title: "a\u0000b\u001b\u007fc" })?.summary).toBe("a b  c");
});

test.each<[string, CalendarEvent["time"], string, string | undefined]>([
  ["a day", { first: "2030-12-31", last: "2030-12-31" }, "2030-12-31", "2031-01-01"],
  ["days", { first: "2030-02-27", last: "2030-02-28" }, "2030-02-27", "2030-03-01"],
  [
    "times",
    { start: new Date("2030-03-31T00:30:00Z"), end: new Date("2030-03-31T02:00:00Z") },
    "2030-03-31T00:30:00Z",
    "2030-03-31T02:00:00Z",
  ],
  [
    "a time without an end",
    { start: new Date("2030-03-31T00:30:00Z"), end: undefined },
    "2030-03-31T00:30:00Z",
    undefined,
  ],
])("%s", (_case, time, dtstart, dtend) => {
  const read = eventOf({ time });
  expect([read?.dtstart, read?.dtend]).toEqual([dtstart, dtend]);
});

test("a message names its organizer and its recipient", () => {
  const text = writeCalendar({
    events: [event],
    message: {
      method: "REQUEST",
      organizer: { name: 'The "A" team; x', email: "polls@example.org" },
      attendee: "ada@example.org",
    },
  });
  const { method, events } = readCalendar(text);
  expect([method, events[0]]).toMatchObject([
    "REQUEST",
    { organizer: "mailto:polls@example.org", attendee: "MAILTO:ada@example.org" },
  ]);
});

test("a calendar without events is valid", () => {
  const text = writeCalendar({ events: [], name: 'Party; über, "x"' });
  expect(readCalendar(text).events).toEqual([]);
  expect(text).toContain('NAME:Party\\; über\\, "x"');
});
