import { isStuck } from "./watch";

describe("isStuck", () => {
  const ordinary = {
    nowMs: 200_000,
    tookAtMs: 100_000,
    waitingSinceMs: 100_000,
    running: 0,
    concurrency: 4,
  };
  test.each([
    ["jobs wait, there is room, and none was taken for a minute", {}, true],
    ["nothing waits", { waitingSinceMs: undefined }, false],
    ["it took a job just now", { tookAtMs: 190_000 }, false],
    ["jobs wait since a moment only", { waitingSinceMs: 190_000 }, false],
    ["it is fully busy", { running: 4 }, false],
    ["it is busy and has room left", { running: 3 }, true],
    ["a minute is not over", { nowMs: 159_999 }, false],
  ])("%s", (_case, difference, stuck) => {
    expect(isStuck({ ...ordinary, ...difference })).toBe(stuck);
  });
});
