import { overlap } from "./overlaps";

const time = (start: string, end: string) => ({
  type: "Options::TimeRangeOption" as const,
  start_date: `2031-05-02T${start}Z`,
  end_date: `2031-05-02T${end}Z`,
});
const days = (start: string, end: string) => ({
  type: "Options::DateRangeOption" as const,
  start_date: `${start}T00:00Z`,
  end_date: `${end}T00:00Z`,
});
const moment = (start_date: string) => ({ type: "Options::DatetimeOption" as const, start_date });

test.each([
  ["times that cross", time("18:00", "20:00"), time("19:00", "21:00"), true],
  ["a time inside of another one", time("18:00", "22:00"), time("19:00", "20:00"), true],
  [
    "a time that begins when another one ends",
    time("18:00", "20:00"),
    time("20:00", "21:00"),
    false,
  ],
  [
    "days that share their last day",
    days("2031-05-02", "2031-05-04"),
    days("2031-05-04", "2031-05-06"),
    true,
  ],
  [
    "days after each other",
    days("2031-05-02", "2031-05-03"),
    days("2031-05-04", "2031-05-06"),
    false,
  ],
  ["the same moment", moment("2031-05-02T18:00Z"), moment("2031-05-02T18:00Z"), true],
  ["moments of one day", moment("2031-05-02T18:00Z"), moment("2031-05-02T19:00Z"), false],
])("%s", (_case, one, other, expected) => {
  expect([overlap(one, other), overlap(other, one)]).toEqual([expected, expected]);
});
