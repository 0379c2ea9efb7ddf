// Covers docs/reference/requests.md: rate-limits
// Covers docs/reliability.md: rate-limits

import { TooManyRequests } from "@polls/domain/refusals";
import { spend } from "./rate-limit";
import {
  type Counts,
  createRateLimiter,
  type Increment,
  type OpenRateLimiter,
  type RateLimiterOptions,
  type SharedCounters,
} from "./rate-limiter";

const MINUTE = 60_000;

/** Shared counters that the test changes in place of other processes. */
function fakeCounters() {
  const counts = new Map<string, number>();
  let away = false;
  const sent: Increment[] = [];
  const at = (key: string, window: number) => counts.get(`${key}:${window}`) ?? 0;
  const counters: SharedCounters = {
    async add(increments) {
      if (away) throw new Error("away");
      sent.push(...increments);
      return increments.map(({ key, window, count }): Counts => {
        counts.set(`${key}:${window}`, at(key, window) + count);
        return { current: at(key, window), previous: at(key, window - 1) };
      });
    },
  };
  return {
    counters,
    sent,
    countElsewhere: (key: string, window: number, count: number) =>
      counts.set(`${key}:${window}`, at(key, window) + count),
    setAway: (now: boolean) => {
      away = now;
    },
  };
}

describe("the rate limiter", () => {
  let now = 0;
  const clock = () => now;
  let limiters: OpenRateLimiter[];
  const limiterOf = (options: RateLimiterOptions) => {
    const limiter = createRateLimiter(options);
    limiters.push(limiter);
    return limiter;
  };
  beforeEach(() => {
    now = 100 * MINUTE;
    limiters = [];
  });
  afterEach(() => Promise.all(limiters.map((limiter) => limiter.close())));

  const takes = (limiter: OpenRateLimiter, key: string, times: number, limit = 10) =>
    Array.from({ length: times }, () => limiter.take(key, limit, MINUTE).allowed).filter(Boolean)
      .length;

  test("allows each key as many requests as the limit", () => {
    const limiter = limiterOf({ clock });
    expect(takes(limiter, "a", 15)).toBe(10);
    expect(takes(limiter, "b", 5)).toBe(5);
  });

  test("returns the budget that is left after the request", () => {
    const limiter = limiterOf({ clock });
    expect(limiter.take("a", 10, MINUTE)).toMatchObject({ allowed: true, limit: 10, remaining: 9 });
    expect(limiter.peek("a", 10, MINUTE)).toMatchObject({ allowed: true, remaining: 9 });
  });

  test("peek counts no request", () => {
    const limiter = limiterOf({ clock });
    for (let i = 0; i < 50; i++) limiter.peek("a", 10, MINUTE);
    expect(takes(limiter, "a", 15)).toBe(10);
  });

  test("a request that one of two budgets refuses uses none", () => {
    const limiter = limiterOf({ clock });
    const spendBoth = () =>
      spend(limiter, [
        { key: "wide", limit: 5 },
        { key: "narrow", limit: 2 },
      ]);
    spendBoth();
    spendBoth();
    for (let n = 0; n < 3; n++) expect(spendBoth).toThrow(TooManyRequests);
    expect(limiter.peek("wide", 5, MINUTE).remaining).toBe(3);
  });

  test("the window slides: no minute has more requests than the limit and one burst", () => {
    const limiter = limiterOf({ clock });
    now += 50_000;
    expect(takes(limiter, "a", 20)).toBe(10);
    now += 10_000;
    expect(takes(limiter, "a", 20)).toBe(0);
    now += 30_000;
    expect(takes(limiter, "a", 20)).toBe(5);
    now += 2 * MINUTE;
    expect(takes(limiter, "a", 20)).toBe(10);
  });

  test("counts the requests of other processes after a flush", async () => {
    const others = fakeCounters();
    const limiter = limiterOf({ clock, shared: others.counters });
    others.countElsewhere("a", 100, 7);
    expect(takes(limiter, "a", 1)).toBe(1);
    await limiter.flush();
    expect(takes(limiter, "a", 10)).toBe(2);
  });

  test("keeps the requests that were counted during a flush", async () => {
    const others = fakeCounters();
    const limiter = limiterOf({ clock, shared: others.counters });
    takes(limiter, "a", 4);
    const flushed = limiter.flush();
    takes(limiter, "a", 3);
    await flushed;
    expect(limiter.peek("a", 10, MINUTE).remaining).toBe(3);
    await limiter.flush();
    expect(others.sent.map(({ count }) => count)).toEqual([4, 3]);
  });

  test("requests of the window before last are not counted", async () => {
    const others = fakeCounters();
    const limiter = limiterOf({ clock, shared: others.counters });
    others.countElsewhere("a", 100, 8);
    takes(limiter, "a", 2);
    const flushed = limiter.flush();
    now += MINUTE;
    limiter.take("a", 100, MINUTE);
    await flushed;
    now += MINUTE / 2;
    expect(limiter.peek("a", 10, MINUTE).remaining).toBe(4);
  });

  test("counts alone while the shared counters fail, and sends its counts afterwards", async () => {
    const others = fakeCounters();
    others.setAway(true);
    const limiter = limiterOf({ clock, shared: others.counters });
    expect(takes(limiter, "a", 6)).toBe(6);
    await limiter.flush();
    expect(takes(limiter, "a", 6)).toBe(4);
    others.setAway(false);
    await limiter.flush();
    expect(others.sent).toEqual([{ key: "a", window: 100, windowMs: MINUTE, count: 10 }]);
  });

  test("sends the counts of a window that ended before they were sent", async () => {
    const others = fakeCounters();
    const limiter = limiterOf({ clock, shared: others.counters });
    expect(takes(limiter, "a", 6)).toBe(6);
    now += MINUTE;
    expect(takes(limiter, "a", 2)).toBe(2);
    await limiter.flush();
    expect(others.sent).toEqual([
      { key: "a", window: 100, windowMs: MINUTE, count: 6 },
      { key: "a", window: 101, windowMs: MINUTE, count: 2 },
    ]);
  });

  test("sends only the counts that changed", async () => {
    const others = fakeCounters();
    const limiter = limiterOf({ clock, shared: others.counters });
    takes(limiter, "a", 1);
    limiter.peek("b", 10, MINUTE);
    await limiter.flush();
    await limiter.flush();
    expect(others.sent).toHaveLength(1);
  });

  test("deletes the least recently used keys above the maximum number of keys", () => {
    const limiter = limiterOf({ clock, maxKeys: 3 });
    takes(limiter, "a", 10);
    for (const key of ["b", "c"]) takes(limiter, key, 1);
    takes(limiter, "a", 1);
    for (const key of ["d", "e"]) takes(limiter, key, 1);
    expect(limiter.peek("a", 10, MINUTE).remaining).toBe(0);
    expect(limiter.peek("b", 10, MINUTE).remaining).toBe(10);
  });

  test("one call of take needs microseconds", () => {
    const limiter = limiterOf({ clock, shared: fakeCounters().counters });
    const began = process.cpuUsage();
    for (let i = 0; i < 100_000; i++) limiter.take(`k${i % 1_000}`, 1_000_000, MINUTE);
    expect(process.cpuUsage(began).user / 100_000).toBeLessThan(50);
  });
});
