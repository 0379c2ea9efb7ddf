import {
  copyTimes,
  haveSameTimes,
  hintsOfTime,
  monthAfter,
  nextTime,
  noDates,
  openingMonth,
  optionsOfDates,
  seriesOf,
  toggleDay,
  weeksOf,
  withTimes,
} from "./date-drafts";

const evening = { start: "18:00", end: "20:00" };
const noon = { start: "12:00", end: "13:30" };

test("days stand in order, and a second press takes a day away", () => {
  const two = toggleDay(toggleDay([], "2031-05-09"), "2031-05-02");
  expect(two.map(({ day }) => day)).toEqual(["2031-05-02", "2031-05-09"]);
  expect(toggleDay(two, "2031-05-02").map(({ day }) => day)).toEqual(["2031-05-09"]);
});

test("a further day has the times of the day before it", () => {
  const first = [{ day: "2031-05-02", times: [noon] }];
  expect(toggleDay(first, "2031-05-03")[1]?.times).toEqual([noon]);
});

test("the times of a day are copied to all days", () => {
  const dates = [
    { day: "2031-05-02", times: [noon, evening] },
    { day: "2031-05-03", times: [evening] },
  ];
  expect(haveSameTimes([noon, evening], [evening])).toBe(false);
  expect(copyTimes(dates, "2031-05-02")[1]?.times).toEqual([noon, evening]);
  expect(haveSameTimes([noon, evening], [{ ...noon }, evening])).toBe(true);
  expect(haveSameTimes([noon], [{ ...noon, end: "14:30" }])).toBe(false);
});

test("a day without its last time is no longer chosen", () => {
  expect(withTimes([{ day: "2031-05-02", times: [noon] }], "2031-05-02", [])).toEqual([]);
});

test("a further time follows the last one and is as long", () => {
  expect(nextTime([noon])).toEqual({ start: "13:30", end: "15:00" });
  expect(nextTime([{ start: "22:00", end: "23:30" }])).toEqual({ start: "23:30", end: "01:00" });
});

test.each([
  ["days", [{ start_date: "2031-05-02" }]],
  ["moments", [{ start_date: "2031-05-02T12:00" }, { start_date: "2031-05-02T22:00" }]],
  [
    "ranges",
    [
      { start_date: "2031-05-02T12:00", end_date: "2031-05-02T13:30" },
      { start_date: "2031-05-02T22:00", end_date: "2031-05-03T01:00" },
    ],
  ],
] as const)("options of %s", (form, options) => {
  const times = [noon, { start: "22:00", end: "01:00" }];
  expect(optionsOfDates({ ...noDates, days: [{ day: "2031-05-02", times }] }, form)).toEqual(
    options,
  );
});

test("days are repeated weekly until a day, in order, and each date once", () => {
  const days = ["2031-05-02", "2031-05-06", "2031-05-09"].map((day) => ({ day, times: [noon] }));
  const options = optionsOfDates({ days, until: "2031-05-16" }, "days");
  expect(options.map(({ start_date }) => start_date)).toEqual([
    "2031-05-02",
    "2031-05-06",
    "2031-05-09",
    "2031-05-13",
    "2031-05-16",
  ]);
});

test("a day after the end of the repetition stands once", () => {
  const days = [{ day: "2031-05-20", times: [noon] }];
  expect(optionsOfDates({ days, until: "2031-05-16" }, "days")).toEqual([
    { start_date: "2031-05-20" },
  ]);
});

test.each([
  ["days", { days: ["2031-05-02"] }],
  ["moments", { days: [{ day: "2031-05-02", times: ["12:00"] }] }],
  ["ranges", { days: [{ day: "2031-05-02", times: [noon] }] }],
] as const)("a series of %s", (form, series) => {
  const days = [{ day: "2031-05-02", times: [noon] }];
  expect(seriesOf({ days, until: "" }, form)).toEqual(series);
  expect(seriesOf({ days, until: "2031-05-30" }, form)).toEqual({
    ...series,
    weekly: true,
    until: "2031-05-30",
  });
});

test("a month is in weeks from Monday on", () => {
  const weeks = weeksOf("2027-02");
  expect(weeks).toHaveLength(4);
  expect(weeks[0]?.[0]).toBe("2027-02-01");
  const may = weeksOf("2031-05");
  expect(may[0]?.slice(0, 4)).toEqual([undefined, undefined, undefined, "2031-05-01"]);
  expect(may.flat().filter((day) => day !== undefined)).toHaveLength(31);
});

test("months pass the turn of the year", () => {
  expect([monthAfter("2030-12", 1), monthAfter("2031-01", -1)]).toEqual(["2031-01", "2030-12"]);
});

test.each([
  ["a time on one day", "18:00", "20:00", "ranges", []],
  ["an end before its start", "18:00", "17:00", "ranges", ["nextDay"]],
  ["an end at its start", "18:00", "18:00", "ranges", ["nextDay"]],
  ["a moment, whose end is not used", "18:00", "17:00", "moments", []],
  ["a start that has passed", "11:59", "20:00", "ranges", ["past"]],
  [
    "a start that has passed, with an end on the next day",
    "11:00",
    "10:00",
    "ranges",
    ["past", "nextDay"],
  ],
  ["a start right now", "12:00", "20:00", "ranges", []],
] as const)("%s: hints", (_, start, end, form, hints) => {
  const at = { day: "2031-05-02", form, now: "2031-05-02T12:00" };
  expect(hintsOfTime({ start, end }, at)).toEqual(hints);
});

test.each([
  ["on the last day of a month", "2026-11-30", [], [], "2026-12"],
  ["a week before the end of a month", "2026-11-23", [], [], "2026-11"],
  ["at the end of a year", "2026-12-28", [], [], "2027-01"],
  ["with chosen days", "2026-11-30", ["2026-11-30", "2027-02-01"], ["2027-05-01"], "2026-11"],
  ["of a poll with days", "2026-11-30", [], ["2027-03-02", "2027-03-01", "2026-10-01"], "2027-03"],
  ["of a poll whose days are over", "2026-11-30", [], ["2026-10-01"], "2026-12"],
] as const)("a calendar %s (%s) opens in its month", (_case, today, chosen, marked, month) => {
  const days = chosen.map((day) => ({ day, times: [evening] }));
  expect(openingMonth(days, new Set(marked), today)).toBe(month);
});
