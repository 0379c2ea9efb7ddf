// Covers docs/reference/options.md: series
// Covers docs/reference/time.md: clock-changes

import { readBody } from "../input/read-body";
import { createSeriesBody, readSeries } from "./date-series";

const read = (option_type: string, series: object, timezone = "Europe/Berlin") => {
  const form = readBody(createSeriesBody, { series });
  if (!form.ok) return form.errors;
  const settings = { option_type: `Options::${option_type}`, timezone };
  // Only these two settings decide on dates.
  const reading = readSeries(form.value.series, { settings } as Parameters<typeof readSeries>[1]);
  return reading.ok
    ? reading.value.map(({ fields }) => Object.values(fields).join(" "))
    : reading.errors;
};

test.each<[string, string, object, readonly string[]]>([
  [
    "days stay days",
    "DateOption",
    { days: ["2030-06-02", "2030-06-01"] },
    ["2030-06-01", "2030-06-02"],
  ],
  [
    "ranges of days, and one day as a range",
    "DateRangeOption",
    { days: [{ start: "2030-06-07", end: "2030-06-09" }, "2030-06-01"] },
    ["2030-06-01 2030-06-01", "2030-06-07 2030-06-09"],
  ],
  [
    "each time is on each day, in the order of time",
    "DatetimeOption",
    { days: ["2030-06-01", "2030-06-02"], times: ["20:00", "09:30"] },
    ["2030-06-01T09:30", "2030-06-01T20:00", "2030-06-02T09:30", "2030-06-02T20:00"],
  ],
  [
    "an end that is not after its start is on the next day, also of the next year",
    "TimeRangeOption",
    {
      days: ["2030-12-31"],
      times: [
        { start: "22:00", end: "02:00" },
        { start: "09:00", end: "09:00" },
        { start: "10:00", end: "11:00" },
      ],
    },
    [
      "2030-12-31T09:00 2031-01-01T09:00",
      "2030-12-31T10:00 2030-12-31T11:00",
      "2030-12-31T22:00 2031-01-01T02:00",
    ],
  ],
  [
    "a day with times of its own has only these, also weekly",
    "DatetimeOption",
    {
      days: ["2030-06-01", { day: "2030-06-02", times: ["20:00"] }],
      times: ["09:30"],
      weekly: true,
      until: "2030-06-09",
    },
    ["2030-06-01T09:30", "2030-06-02T20:00", "2030-06-08T09:30", "2030-06-09T20:00"],
  ],
  [
    "a series needs no times where each day has its own",
    "TimeRangeOption",
    { days: [{ day: "2030-06-02", times: [{ start: "20:00", end: "21:00" }] }] },
    ["2030-06-02T20:00 2030-06-02T21:00"],
  ],
  [
    "weekly until a day, which counts",
    "DateOption",
    { days: ["2032-02-22", "2032-02-24"], weekly: true, until: "2032-03-07" },
    ["2032-02-22", "2032-02-24", "2032-02-29", "2032-03-02", "2032-03-07"],
  ],
  [
    "a date that repetition gives again stands once",
    "DateOption",
    { days: ["2030-06-01", "2030-06-08", "2030-06-01"], weekly: true, until: "2030-06-15" },
    ["2030-06-01", "2030-06-08", "2030-06-15"],
  ],
  [
    "two local times of the same moment stand once",
    "DatetimeOption",
    { days: ["2030-03-31"], times: ["02:30", "03:30"] },
    ["2030-03-31T02:30"],
  ],
  [
    "a range keeps its length where a clock change would put its start after its end",
    "TimeRangeOption",
    {
      days: ["2030-03-24"],
      times: [
        { start: "02:30", end: "03:15" },
        { start: "02:30", end: "04:00" },
      ],
      weekly: true,
      until: "2030-03-31",
    },
    [
      "2030-03-24T02:30 2030-03-24T03:15",
      "2030-03-24T02:30 2030-03-24T04:00",
      "2030-03-31T02:30 2030-03-31T04:00",
      "2030-03-31T02:30 2030-03-31T02:15:00.000Z",
    ],
  ],
])("%s", (_case, type, series, expected) => {
  expect(read(type, series)).toEqual(expected);
});

test("a weekly time stays the same local time when clocks change", () => {
  const form = {
    days: ["2030-03-29"],
    times: ["18:00" as const],
    weekly: true,
    until: "2030-04-05",
  };
  const settings = { option_type: "Options::DatetimeOption", timezone: "Europe/Berlin" };
  const reading = readSeries(form, { settings } as Parameters<typeof readSeries>[1]);
  expect(reading.ok && reading.value.map(({ startDate }) => startDate.toISOString())).toEqual([
    "2030-03-29T17:00:00.000Z",
    "2030-04-05T16:00:00.000Z",
  ]);
});

const manyDays = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(2030, 0, 1 + at)).toISOString().slice(0, 10),
  );

test("a series has up to 500 dates", () => {
  expect(read("DateOption", { days: manyDays(500) })).toHaveLength(500);
});

test.each<[string, string, object, object]>([
  ["no days", "DateOption", { days: [] }, { days: ["must have 1 or more entries"] }],
  [
    "a day that does not exist",
    "DateOption",
    { days: ["2030-02-30"] },
    { "days.0": ["must be a date such as 2030-01-31"] },
  ],
  [
    "a poll of texts",
    "TextOption",
    { days: ["2030-06-01"] },
    { series: ["is not for options of this poll"] },
  ],
  [
    "a day with times in a poll of days",
    "DateOption",
    { days: [{ day: "2030-06-01", times: ["09:00"] }] },
    { "days.0.times": ["is not for options of this poll"] },
  ],
  [
    "a day with times that lack their end",
    "TimeRangeOption",
    { days: [{ day: "2030-06-01", times: ["09:00"] }] },
    {
      "days.0.times.0": ["has the wrong type: expected is an object with start and end"],
    },
  ],
  [
    "one of two days without times",
    "DatetimeOption",
    { days: ["2030-06-01", { day: "2030-06-02", times: ["09:00"] }] },
    { times: ["is required"] },
  ],
  [
    "times in a poll of days",
    "DateOption",
    { days: ["2030-06-01"], times: ["09:00"] },
    { times: ["is not for options of this poll"] },
  ],
  [
    "a range of days in a poll of days",
    "DateOption",
    { days: [{ start: "2030-06-01", end: "2030-06-02" }] },
    { "days.0": ["must be a date such as 2030-01-31"] },
  ],
  [
    "a range that ends before its start",
    "DateRangeOption",
    { days: [{ start: "2030-06-02", end: "2030-06-01" }] },
    { "days.0.end": ["must not be before start"] },
  ],
  [
    "no times in a poll of times",
    "DatetimeOption",
    { days: ["2030-06-01"] },
    { times: ["is required"] },
  ],
  [
    "an end in a poll of moments",
    "DatetimeOption",
    { days: ["2030-06-01"], times: [{ start: "09:00", end: "10:00" }] },
    { "times.0": ["must be a time such as 09:30"] },
  ],
  [
    "no end in a poll of ranges",
    "TimeRangeOption",
    { days: ["2030-06-01"], times: ["09:00"] },
    { "times.0": ["has the wrong type: expected is an object with start and end"] },
  ],
  [
    "weekly without an end",
    "DateOption",
    { days: ["2030-06-01"], weekly: true },
    { until: ["is required"] },
  ],
  [
    "an end without weekly",
    "DateOption",
    { days: ["2030-06-01"], until: "2030-07-01" },
    { weekly: ["is required"] },
  ],
  [
    "an end before a day",
    "DateOption",
    { days: ["2030-06-01", "2030-06-09"], weekly: true, until: "2030-06-08" },
    { until: ["must not be before days"] },
  ],
  ["501 days", "DateOption", { days: manyDays(501) }, { days: ["must have at most 500 entries"] }],
  [
    "251 days with two times",
    "DatetimeOption",
    { days: manyDays(251), times: ["09:00", "10:00"] },
    { series: ["must have at most 500 entries"] },
  ],
  [
    "a day for thousands of years",
    "DateOption",
    { days: ["1000-01-01"], weekly: true, until: "9999-12-31" },
    { series: ["must have at most 500 entries"] },
  ],
  [
    "the end of the last year",
    "TimeRangeOption",
    { days: ["9999-12-31"], times: [{ start: "22:00", end: "01:00" }] },
    { end_date: ["is out of range"] },
  ],
])("%s is refused", (_case, type, series, errors) => {
  expect(read(type, series)).toEqual(errors);
});
