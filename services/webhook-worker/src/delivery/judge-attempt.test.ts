// Covers docs/reference/webhooks.md: retries

import { type Attempt, type AttemptResult, judgeAttempt, switchOffOf } from "./judge-attempt";

const now = new Date("2030-06-15T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

const first: Attempt = {
  answer: { status: 500 },
  nth: 1,
  now,
  chance: 0,
};
const retry = (inMs: number): AttemptResult => ({ kind: "retry", inMs });
const failed = (gone = false): AttemptResult => ({ kind: "failed", gone });

test.each<[string, Partial<Attempt>, AttemptResult]>([
  ["200", { answer: { status: 200 } }, { kind: "delivered" }],
  ["299", { answer: { status: 299 } }, { kind: "delivered" }],
  ["a redirect is no success, and leads nowhere", { answer: { status: 301 } }, retry(5_000)],
  ["400", { answer: { status: 400 } }, retry(5_000)],
  ["500, for the first time", {}, retry(5_000)],
  ["500, with bad luck", { chance: 0.999_999 }, retry(5_500)],
  ["500, for the fifth time", { nth: 5 }, retry(1_800_000)],
  ["500, for the last time but one", { nth: 10 }, retry(28_800_000)],
  ["500, for the last time", { nth: 11 }, failed()],
  ["no answer", { answer: { problem: "no answer in time" } }, retry(5_000)],
  ["429 with seconds", { answer: { status: 429, retryAfter: "120" } }, retry(120_000)],
  [
    "503 with a date",
    { answer: { status: 503, retryAfter: "Sat, 15 Jun 2030 12:10:00 GMT" } },
    retry(600_000),
  ],
  ["503 with a day", { answer: { status: 503, retryAfter: "86400" } }, retry(3_600_000)],
  ["503 with less than the usual time", { answer: { status: 503, retryAfter: "1" } }, retry(5_000)],
  [
    "503 with a past date",
    { answer: { status: 503, retryAfter: "Sat, 15 Jun 2020 12:00:00 GMT" } },
    retry(5_000),
  ],
  ["503 with nonsense", { answer: { status: 503, retryAfter: "soon" } }, retry(5_000)],
  ["500 with seconds", { answer: { status: 500, retryAfter: "120" } }, retry(5_000)],
  ["410", { answer: { status: 410 } }, failed(true)],
])("%s", (_what, difference, verdict) => {
  expect(judgeAttempt({ ...first, ...difference })).toEqual(verdict);
});

test.each([
  ["failing since two days", false, 2, undefined],
  ["failing since three days", false, 3, "failing"],
  ["410, for the first time", true, 0, "gone"],
] as const)("when a delivery is given up, %s", (_what, gone, days, because) => {
  expect(switchOffOf({ gone }, daysAgo(days), now)).toBe(because);
});

test("attempts end after about a day", () => {
  let total = 0;
  for (let nth = 1; ; nth++) {
    const verdict = judgeAttempt({ ...first, nth });
    if (verdict.kind !== "retry") break;
    total += verdict.inMs;
  }
  const hours = total / 3_600_000;
  expect(hours).toBeGreaterThan(22);
  expect(hours).toBeLessThan(26);
});
