// Covers docs/reliability.md: rate-limits

import { judgeWindow } from "./rate-limiter";

const MINUTE = 60_000;

describe("judgeWindow", () => {
  test.each([
    [
      "no request was counted",
      { current: 0, previous: 0 },
      0,
      10,
      { allowed: true, remaining: 10, resetSeconds: 60 },
    ],
    [
      "one more request is allowed",
      { current: 9, previous: 0 },
      0.5,
      10,
      { allowed: true, remaining: 1, resetSeconds: 30 },
    ],
    [
      "the current window has reached the limit",
      { current: 10, previous: 0 },
      0.5,
      10,
      { allowed: false, remaining: 0, resetSeconds: 36 },
    ],
    [
      "the previous window had reached the limit and has just ended",
      { current: 0, previous: 10 },
      0,
      10,
      { allowed: false, remaining: 0, resetSeconds: 6 },
    ],
    [
      "half of the previous window still counts",
      { current: 0, previous: 10 },
      0.5,
      10,
      { allowed: true, remaining: 5, resetSeconds: 30 },
    ],
    [
      "both windows together have reached the limit",
      { current: 5, previous: 10 },
      0.5,
      10,
      { allowed: false, remaining: 0, resetSeconds: 6 },
    ],
    [
      "other processes have counted more requests than the limit",
      { current: 50, previous: 0 },
      0.9,
      10,
      { allowed: false, remaining: 0, resetSeconds: 56 },
    ],
    [
      "the limit is one request, and one was counted",
      { current: 1, previous: 0 },
      0,
      1,
      { allowed: false, remaining: 0, resetSeconds: 120 },
    ],
  ])("when %s", (_case, counts, elapsed, limit, expected) => {
    expect(judgeWindow(counts, elapsed, limit, MINUTE)).toEqual({ limit, ...expected });
  });

  test("a request after resetSeconds is allowed", () => {
    for (const previous of [0, 1, 7, 10, 40]) {
      for (const current of [0, 3, 9, 10, 40]) {
        for (const elapsed of [0, 0.3, 0.99]) {
          const { allowed, resetSeconds } = judgeWindow({ current, previous }, elapsed, 10, MINUTE);
          if (allowed) continue;
          const later = elapsed + (resetSeconds * 1_000) / MINUTE;
          const windows = Math.floor(later);
          const counts =
            windows === 0
              ? { current, previous }
              : { current: 0, previous: windows === 1 ? current : 0 };
          const then = judgeWindow(counts, later - windows, 10, MINUTE);
          expect([previous, current, elapsed, then.allowed]).toEqual([
            previous,
            current,
            elapsed,
            true,
          ]);
        }
      }
    }
  });
});
