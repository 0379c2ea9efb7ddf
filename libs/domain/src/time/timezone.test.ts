// Covers docs/reference/time.md: days, time-zone

import { dayIn, isTimezone, storedTimezone, timezoneName } from "./timezone";

describe("dayIn", () => {
  test.each([
    ["Europe/Berlin", "2030-05-14T21:59:59.999Z", "2030-05-14"],
    ["Europe/Berlin", "2030-05-14T22:00:00.000Z", "2030-05-15"],
    ["Pacific/Apia", "2011-12-30T09:59:59.999Z", "2011-12-29"],
    ["Pacific/Apia", "2011-12-30T10:00:00.000Z", "2011-12-31"],
    ["Australia/Lord_Howe", "2030-10-05T13:29:59.000Z", "2030-10-05"],
    ["Australia/Lord_Howe", "2030-10-05T13:30:00.000Z", "2030-10-06"],
    ["UTC", "2032-02-29T23:59:59.999Z", "2032-02-29"],
    ["America/Los_Angeles", "2030-01-01T07:59:59.999Z", "2029-12-31"],
  ])("in %s at %s it is %s", (zone, moment, day) => {
    expect(dayIn(zone, new Date(moment))).toBe(day);
  });
});

test.each([
  ["europe/berlin", "Europe/Berlin"],
  ["EUROPE/BERLIN", "Europe/Berlin"],
  ["america/port-au-prince", "America/Port-au-Prince"],
  ["etc/gmt+1", "Etc/GMT+1"],
  ["utc", "UTC"],
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["US/Pacific", "US/Pacific"],
  ["us/pacific", "America/Los_Angeles"],
])("the zone %s is named %s", (given, name) => {
  expect(timezoneName(given)).toBe(name);
});

test.each([
  ["PST", "America/Los_Angeles"],
  ["jst", "Asia/Tokyo"],
  ["EST", "EST"],
  ["Europe/Berlin", "Europe/Berlin"],
])("the stored zone %s is %s, which requests may name", (stored, zone) => {
  expect(storedTimezone(stored)).toBe(zone);
  expect(isTimezone(storedTimezone(stored))).toBe(true);
});

describe("isTimezone", () => {
  test.each([
    ...["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+1", "EST", "HST", "cet"],
    ...["US/Pacific", "Asia/Calcutta", "GB", "NZ-CHAT", "EST5EDT", "Zulu"],
  ])("%s is a zone", (name) => {
    expect(isTimezone(name)).toBe(true);
  });
  test.each([
    ...["", "+01:00", "Europe/Nowhere", "Europe/Berlin; DROP", "../etc"],
    ...["PST", "IST", "AST", "cst", "SystemV/EST5"],
  ])("%p is no zone", (name) => {
    expect(isTimezone(name)).toBe(false);
  });
});
