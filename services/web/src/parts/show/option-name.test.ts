// Covers docs/reference/options.md: names-of-options

import type { OptionListItem, Poll } from "@polls/client";
import { de } from "../../words/de";
import { en } from "../../words/en";
import { unbroken } from "./dates";
import { byBeginning, datesOf, nameOf } from "./option-name";

const poll = { settings: { timezone: "Europe/Berlin" } } as Poll;
const option = (facts: Partial<OptionListItem>) =>
  ({ type: "Options::DateOption", position: 3, ...facts }) as OptionListItem;
const start_date = "2027-07-01T22:00:00.000Z";

test.each([
  [{ content: "Pizza", start_date, name: "x" }, "Pizza", "Pizza"],
  [{ start_date, name: "x" }, "Freitag, 2.\u00a0Juli\u00a02027", "Friday, July\u00a02,\u00a02027"],
  [
    { type: "Options::LocationOption", name: "52.50000, 13.40000" } as const,
    "52.50000, 13.40000",
    "52.50000, 13.40000",
  ],
  [{}, "Option 3", "Option 3"],
  [{ type: "Options::PhotoOption", name: "IMG_2041.jpg" } as const, "Foto 3", "Photo 3"],
  [{ type: "Options::AudioOption", name: "REC001.wav" } as const, "Aufnahme 3", "Recording 3"],
  [{ type: "Options::FileOption", name: "plan.pdf" } as const, "plan.pdf", "plan.pdf"],
])("the option %j is called %s", (facts, inGerman, inEnglish) => {
  const data = { poll };
  expect(nameOf(option(facts), { data, words: de })).toBe(inGerman);
  expect(nameOf(option(facts), { data, words: en })).toBe(inEnglish);
});

test("dates have a time where they are no days, and are shown beside a text too", () => {
  const end_date = "2027-07-01T23:00:00.000Z";
  const facts = {
    content: "Late",
    type: "Options::TimeRangeOption",
    start_date,
    end_date,
  } as const;
  const shown = datesOf(option(facts), { data: { poll }, words: de });
  expect(shown).toMatch(/^Freitag, 2\.\sJuli\s2027.* 00:00.*01:00/);
  expect(datesOf(option({}), { data: { poll }, words: de })).toBeUndefined();
});

const [day, short, night] = [
  { weekday: "short", day: "numeric", month: "short" },
  { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" },
  { dateStyle: "long", timeStyle: "short" },
] as const;

// What stands between two bars is in one line.
test.each([
  ["de", day, 0, "Mo., 30. Nov."],
  ["de", short, 2, "Mo., 30. Nov.,|18:00–20:00 Uhr"],
  ["de", short, 9, "Mo., 30. Nov.,|18:00 –|Di., 1. Dez.,|03:00"],
  ["de", short, 9_000, "Mo., 30. Nov. 2026,|18:00 –|Fr., 10. Dez. 2027,|18:00"],
  ["de", night, 0, "30. November|2026|um 18:00"],
  ["en", short, 0, "Mon, Nov 30,|6:00 PM"],
  ["en", short, 2, "Mon, Nov 30,|6:00 –|8:00 PM"],
  ["en", short, 9_000, "Mon, Nov 30, 2026,|6:00 PM –|Fri, Dec 10, 2027,|6:00 PM"],
  ["en", night, 0, "November 30, 2026|at 6:00 PM"],
  ["en-GB", day, 0, "Mon 30 Nov"],
  ["en-GB", short, 2, "Mon 30 Nov,|18:00–20:00"],
])(
  "%s: a date breaks before its time, not between a day and its month: %j, %i hours",
  (locale, style, hours, lines) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...style });
    const start = new Date("2026-11-30T18:00Z");
    const end = new Date(start.getTime() + hours * 3_600_000);
    const text = unbroken(hours === 0 ? format.format(start) : format.formatRange(start, end));
    expect(text).not.toMatch(/–\d/);
    const parts = text.replaceAll("\u2060", "").split(/[ \u2009]/);
    expect(parts.map((part) => part.replaceAll(/\s/g, " ")).join("|")).toBe(lines);
  },
);

test("dates stand in their order, also from a list in another one", () => {
  const days = ["2027-04-04", "2026-12-31", "2027-03-14"].map((day) => ({ start_date: day }));
  expect(byBeginning(days).map(({ start_date }) => start_date)).toEqual([
    "2026-12-31",
    "2027-03-14",
    "2027-04-04",
  ]);
});
