// Covers docs/reference/requests.md: rate-limits
// Covers docs/reliability.md: rate-limits, redis-outages

import { describeWithRedis, startLimitedRedis, startTestRedis, waitFor } from "@polls/testing";
import { createRateLimiter } from "./rate-limiter";
import { openRedisCounters } from "./redis-counters";

const MINUTE = 60_000;
const clock = () => 100 * MINUTE;

describeWithRedis("rate limits over Redis", () => {
  test("need no more rights than the documents name", async () => {
    const { url, refusals } = await startLimitedRedis();
    const counters = openRedisCounters({ url, prefix: "polls" }, "secret", () => {});
    try {
      await waitFor(() => counters.check().then(() => true), { what: "Redis" });
      const counted = await counters.add([{ key: "a", window: 1, windowMs: MINUTE, count: 2 }]);
      expect([counted, await refusals()]).toEqual([[{ current: 2, previous: 0 }], []]);
    } finally {
      await counters.close();
    }
  });

  test("processes share a budget by one script in Redis", async () => {
    const redis = await startTestRedis();
    const one = openRedisCounters({ url: redis.url, prefix: "polls" }, "secret", () => {});
    const other = openRedisCounters({ url: redis.url, prefix: "polls" }, "secret", () => {});
    try {
      for (const counters of [one, other]) {
        await waitFor(() => counters.check().then(() => true), {
          what: "Redis",
        });
      }
      const here = createRateLimiter({ clock, shared: one });
      const there = createRateLimiter({ clock, shared: other });
      for (let i = 0; i < 6; i++) here.take("a", 10, MINUTE);
      await here.flush();
      there.take("a", 10, MINUTE);
      await there.flush();
      expect(there.peek("a", 10, MINUTE).remaining).toBe(3);
      here.take("a", 10, MINUTE);
      await here.flush();
      expect(here.peek("a", 10, MINUTE).remaining).toBe(2);
      expect(await one.add([{ key: "a", window: 101, windowMs: MINUTE, count: 1 }])).toEqual([
        { current: 1, previous: 8 },
      ]);
    } finally {
      await one.close();
      await other.close();
    }
  });

  test("during an outage of Redis the process decides at once and counts alone", async () => {
    const redis = await startTestRedis();
    const problems: Error[] = [];
    const counters = openRedisCounters({ url: redis.url, prefix: "polls" }, "secret", (error) =>
      problems.push(error),
    );
    try {
      await waitFor(() => counters.check().then(() => true), { what: "Redis" });
      await redis.stop();
      const limiter = createRateLimiter({ clock, shared: counters });
      const began = process.cpuUsage();
      const allowed = Array.from({ length: 20 }, () => limiter.take("a", 10, MINUTE).allowed);
      expect(process.cpuUsage(began).user).toBeLessThan(50_000);
      const asked = performance.now();
      await limiter.flush();
      expect(performance.now() - asked).toBeLessThan(5_000);
      expect(allowed.filter(Boolean)).toHaveLength(10);
      await expect(counters.check()).rejects.toThrow();
      await waitFor(() => problems.length > 0, { what: "an error is reported" });
    } finally {
      await counters.close();
    }
  });
});
