// Covers docs/reference/opt-in.md: mail-limits
// Covers docs/reliability.md: mail-abuse

import { secondsUntilNextMail } from "./opt-in-limits";

const now = new Date("2030-01-01T12:00:00Z");
const minutesAgo = (...minutes: number[]) =>
  minutes.map((each) => new Date(now.getTime() - each * 60_000));

describe("at most 3 mails an hour and 10 in all", () => {
  test.each<[string, readonly Date[], number | undefined]>([
    ["the first goes at once", [], 0],
    ["so do the second and the third", minutesAgo(0, 1), 0],
    ["a fourth waits until the first is an hour old", minutesAgo(10, 20, 45), 15 * 60],
    ["more than three wait for the third from the end", minutesAgo(1, 10, 20, 45), 40 * 60],
    ["an hour later it goes", minutesAgo(60, 61, 62), 0],
    ["the tenth goes", minutesAgo(100, 200, 300, 400, 500, 600, 700, 800, 900), 0],
    [
      "an eleventh never",
      minutesAgo(100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000),
      undefined,
    ],
  ])("%s", (_case, sent, seconds) => {
    expect(secondsUntilNextMail(sent, now)).toBe(seconds);
  });
});
