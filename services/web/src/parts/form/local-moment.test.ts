import { localMoment, momentIn } from "./local-moment";

describe("a moment as it is entered", () => {
  test.each([
    ["2030-07-07T09:30", "Asia/Tokyo", "2030-07-07T00:30"],
    ["2030-07-07T09:30", "Europe/Berlin", "2030-07-07T07:30"],
    ["2030-01-01T00:00", "America/New_York", "2030-01-01T05:00"],
    ["2030-07-07T09:30", "UTC", "2030-07-07T09:30"],
    ["2030-10-27T02:30", "Europe/Berlin", "2030-10-27T00:30"],
  ])("%s in %s", (entered, zone, utc) => {
    expect(momentIn(entered, zone)).toBe(`${utc}:00.000Z`);
    expect(localMoment(momentIn(entered, zone), zone)).toBe(entered);
  });

  test("moves a time that a clock change skips forward", () => {
    expect(momentIn("2030-03-31T02:30", "Europe/Berlin")).toBe("2030-03-31T01:30:00.000Z");
  });
});
