// Covers docs/reference/decisions.md: files, mails

import { describeWithCalendarPrograms, printByKhal, readByLibical } from "@polls/testing";
import { type CalendarEvent, type CalendarFile, writeCalendar } from "./calendar";

const event: CalendarEvent = {
  uid: "one@polls.example",
  sequence: 3,
  changedAt: new Date("2030-01-01T00:00:00Z"),
  status: "CONFIRMED",
  title: "Party",
  url: "https://polls.example/p/party",
  time: { first: "2030-12-30", last: "2030-12-31" },
};
const [start, end] = [new Date("2030-03-31T00:30:00Z"), new Date("2030-03-31T02:00:00Z")];
const at = (uid: string, time: CalendarEvent["time"]): CalendarEvent => ({ ...event, uid, time });
const people = {
  organizer: { name: 'The "A" team; x', email: "polls@example.org" },
  attendee: "ada@example.org",
} as const;

describeWithCalendarPrograms("programs of calendars read", () => {
  const several = [event, at("two", { start, end }), at("three", { start, end: undefined })];

  test.each<[string, CalendarFile]>([
    ["a file", { events: several }],
    ["a calendar with a name", { events: [{ ...event, status: "TENTATIVE" }], name: "Party; x" }],
    ["a calendar without events", { events: [], name: "END:VCALENDAR" }],
    ["an invitation", { events: several, message: { method: "REQUEST", ...people } }],
    [
      "a cancellation",
      { events: [{ ...event, status: "CANCELLED" }], message: { method: "CANCEL", ...people } },
    ],
  ])("%s, and find no problem", (_case, file) => {
    const { problems, events } = readByLibical(writeCalendar(file));
    expect(problems).toEqual([]);
    expect(events.map(({ uid }) => uid)).toEqual(file.events.map(({ uid }) => uid));
  });

  test("the first and the last day, and times", () => {
    const text = writeCalendar({ events: several });
    expect(readByLibical(text).events.map(({ start, end }) => [start, end])).toEqual([
      ["20301230", "20310101"],
      ["20300331T003000Z", "20300331T020000Z"],
      ["20300331T003000Z", null],
    ]);
    // khal shows an event without an end as one of a day.
    expect(printByKhal(text).slice(0, 2)).toEqual([
      "2030-12-30 to 2030-12-31: Party",
      "2030-03-31 00:30 to 2030-03-31 02:00: Party",
    ]);
  });

  test.each([
    ["signs of the format", 'a;b,c\\d:e"f'],
    ["several lines", "one\ntwo"],
    ["a word of the format", "x\nEND:VEVENT\nBEGIN:VEVENT"],
    ["letters of several bytes", "ü🎉".repeat(60)],
  ])("a text with %s as it was", (_case, text) => {
    const file = { events: [{ ...event, title: text, description: text, location: text }] };
    expect(readByLibical(writeCalendar(file)).events).toMatchObject([
      { summary: text, description: text, location: text },
    ]);
  });

  test("and tell what a message lacks", () => {
    const text = writeCalendar({ events: [event], message: { method: "REQUEST", ...people } });
    const { problems } = readByLibical(text.replace(/^DTSTAMP:.*\r\n/m, ""));
    expect(problems).toEqual([expect.stringContaining("DTSTAMP")]);
  });
});
