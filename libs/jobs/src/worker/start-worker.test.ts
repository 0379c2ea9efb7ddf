// Covers docs/reliability.md: stuck-consumers

import { isStuck } from "./start-worker";

describe("isStuck", () => {
  const ordinary = {
    nowMs: 200_000,
    tookAtMs: 100_000,
    waitingSinceMs: 100_000,
    running: 0,
    concurrency: 4,
  };
  test.each([
    ["yes, if jobs wait, it has capacity, and it took none for a minute", {}, true],
    ["no, if no job waits", { waitingSinceMs: undefined }, false],
    ["no, if it has just taken a job", { tookAtMs: 190_000 }, false],
    ["no, if jobs have waited for a moment only", { waitingSinceMs: 190_000 }, false],
    ["no, if it is busy to its capacity", { running: 4 }, false],
    ["yes, if it is busy but has capacity left", { running: 3 }, true],
    ["no, before a minute has passed", { nowMs: 159_999 }, false],
  ])("%s", (_case, difference, stuck) => {
    expect(isStuck({ ...ordinary, ...difference })).toBe(stuck);
  });
});
