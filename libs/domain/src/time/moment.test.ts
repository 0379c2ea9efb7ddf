// Covers docs/reference/time.md: bare-dates, clock-changes, moments, time-zone
// Covers docs/reliability.md: clock-skew, invalid-votes

import { type BareDate, isDate, parseMoment } from "./moment";

const read = (text: string, zone: string, bare?: BareDate) =>
  parseMoment(text, zone, bare)?.toISOString();

describe("parseMoment", () => {
  test.each([
    ["an offset of 18 hours", "2030-01-31T12:00+18:00", "2030-01-30T18:00:00.000Z"],
    ["an offset overrides the zone", "2030-01-31T12:00:00+02:00", "2030-01-31T10:00:00.000Z"],
    ["Z is UTC", "2030-01-31T12:00:00Z", "2030-01-31T12:00:00.000Z"],
    ["a time without an offset is local", "2030-01-31T12:00:00", "2030-01-31T11:00:00.000Z"],
    ["summer has another offset", "2030-07-31T12:00", "2030-07-31T10:00:00.000Z"],
    [
      "finer parts than milliseconds are cut off",
      "2030-01-31T12:00:00.123999Z",
      "2030-01-31T12:00:00.123Z",
    ],
    [
      "a skipped time is later by the jump of the clock",
      "2030-03-31T02:30",
      "2030-03-31T01:30:00.000Z",
    ],
    ["a repeated time is the first one", "2030-10-27T02:30", "2030-10-27T00:30:00.000Z"],
    ["a bare date is its midnight", "2030-03-31", "2030-03-30T23:00:00.000Z"],
    ["29 February in a leap year", "2032-02-29", "2032-02-28T23:00:00.000Z"],
  ])("%s", (_case, text, expected) => {
    expect(read(text, "Europe/Berlin")).toBe(expected);
  });

  test.each([
    ["a day of 23 hours", "2030-03-31", "Europe/Berlin", "2030-03-31T21:59:59.999Z"],
    ["a day of 25 hours", "2030-10-27", "Europe/Berlin", "2030-10-27T22:59:59.999Z"],
    ["a day of 23.5 hours", "2030-10-06", "Australia/Lord_Howe", "2030-10-06T12:59:59.999Z"],
    ["the day before a skipped day", "2011-12-29", "Pacific/Apia", "2011-12-30T09:59:59.999Z"],
    ["a skipped day", "2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00.000Z"],
    ["the day after a skipped day", "2011-12-31", "Pacific/Apia", "2011-12-31T09:59:59.999Z"],
  ])("a deadline's bare date is the end of %s", (_case, text, zone, expected) => {
    expect(read(text, zone, "end_of_day")).toBe(expected);
  });

  test.each([
    ["Pacific/Apia", "2011-12-30"],
    ["Pacific/Kwajalein", "1993-08-21"],
    ["Pacific/Enderbury", "1994-12-31"],
    ["America/Havana", "2030-03-10"],
    ["Pacific/Apia", "2011-12-29"],
  ])("in %s, %s does not end before it starts", (zone, day) => {
    const [start = 0, end = 0] = (["start_of_day", "end_of_day"] as const).map((edge) =>
      parseMoment(day, zone, edge)?.getTime(),
    );
    expect(end).toBeGreaterThanOrEqual(start);
  });

  test.each([
    [
      "half an hour is skipped",
      "2030-10-06T02:15",
      "Australia/Lord_Howe",
      "2030-10-05T15:45:00.000Z",
    ],
    [
      "half an hour is repeated",
      "2030-04-07T01:45",
      "Australia/Lord_Howe",
      "2030-04-06T14:45:00.000Z",
    ],
    ["a whole day is skipped", "2011-12-30T12:00", "Pacific/Apia", "2011-12-30T22:00:00.000Z"],
  ])("%s", (_case, text, zone, expected) => {
    expect(read(text, zone)).toBe(expected);
  });

  test.each([
    "2030-02-29",
    "2030-13-01",
    "2030-01-31T24:00",
    "2030-01-31T12:60",
    "2030-01-31T12:00:60Z",
    "2030-01-31T12:00+19:00",
    "2030-01-31T12:00+18:01",
    "2030-01-31T12:00-18:30",
    "2030-01-31T12:00+1859",
    "2030-01-31 12:00",
    "0000-01-01",
    "31.01.2030",
    "",
    "tomorrow",
  ])("%p is not a valid moment", (text) => {
    expect(read(text, "Europe/Berlin")).toBeUndefined();
    expect(isDate(text)).toBe(false);
  });
});
