// Covers docs/reference/options.md: names-of-options

import type { OptionListItem, Poll } from "@polls/client";
import { de } from "../../words/de";
import { en } from "../../words/en";
import { byBeginning, datesOf, nameOf } from "./option-name";

const poll = { settings: { timezone: "Europe/Berlin" } } as Poll;
const option = (facts: Partial<OptionListItem>) =>
  ({ type: "Options::DateOption", position: 3, ...facts }) as OptionListItem;
const start_date = "2027-07-01T22:00:00.000Z";

test.each([
  [{ content: "Pizza", start_date, name: "x" }, "Pizza", "Pizza"],
  [{ start_date, name: "x" }, "Freitag, 2. Juli 2027", "Friday, July 2, 2027"],
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
  expect(shown).toMatch(/^Freitag, 2\. Juli 2027.* 00:00.*01:00/);
  expect(datesOf(option({}), { data: { poll }, words: de })).toBeUndefined();
});

test("dates stand in their order, also from a list in another one", () => {
  const days = ["2027-04-04", "2026-12-31", "2027-03-14"].map((day) => ({ start_date: day }));
  expect(byBeginning(days).map(({ start_date }) => start_date)).toEqual([
    "2026-12-31",
    "2027-03-14",
    "2027-04-04",
  ]);
});
