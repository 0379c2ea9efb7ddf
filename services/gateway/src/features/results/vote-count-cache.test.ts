// Covers docs/reference/results.md: distributions
// Covers docs/reliability.md: expensive-requests

import { setImmediate } from "node:timers/promises";
import type { CountedVotes } from "@polls/db/votes";
import { createVoteCountCache } from "./vote-count-cache";

const TOOK_MS = 100;
const REST_MS = 9 * TOOK_MS;

const countOf = (publicId: string, votes: number): CountedVotes => ({
  optionId: 1n,
  tallies: [],
  ranks: [],
  ballots: votes,
  distribution: { [publicId]: votes },
});

const shown = (counts: ReadonlyMap<string, CountedVotes>) =>
  Object.fromEntries([...counts].map(([publicId, { distribution }]) => [publicId, distribution]));

/** A cache whose counts take 100 ms and return increasing numbers. */
function setUp() {
  let now = 0;
  let counted = 0;
  let failing = false;
  const asked: (readonly string[])[] = [];
  const cache = createVoteCountCache(
    async ({ publicIds }) => {
      asked.push(publicIds);
      await setImmediate();
      now += TOOK_MS;
      if (failing) throw new Error("the database is away");
      counted += 1;
      return new Map(publicIds.map((publicId) => [publicId, countOf(publicId, counted)]));
    },
    () => now,
  );
  return {
    asked,
    wait: (ms: number) => {
      now += ms;
    },
    fail: (value: boolean) => {
      failing = value;
    },
    kept: () => shown(cache.kept(1n)),
    readOf: async (pollId: bigint, ...publicIds: readonly string[]) =>
      shown(await cache.get({ pollId, publicIds, withRanks: false })),
    read: async (...publicIds: readonly string[]) =>
      shown(await cache.get({ pollId: 1n, publicIds, withRanks: false })),
    /** Waits for the count in the background. */
    async counted() {
      for (let turn = 0; turn < 3; turn++) await setImmediate();
    },
  };
}

test("the first reader waits, and a count is used for nine times as long as it took", async () => {
  const { read, asked, wait } = setUp();
  expect(await read("tea", "milk")).toEqual({ tea: { tea: 1 }, milk: { milk: 1 } });
  wait(REST_MS - 1);
  expect(await read("milk")).toEqual({ milk: { milk: 1 } });
  expect(asked).toEqual([["tea", "milk"]]);
});

test("after that the values are counted in the background, once for all readers", async () => {
  const { read, asked, wait, counted } = setUp();
  await read("tea");
  wait(REST_MS);
  expect(await Promise.all([read("tea"), read("tea")])).toEqual(
    Array.from({ length: 2 }, () => ({ tea: { tea: 1 } })),
  );
  expect(asked).toEqual([["tea"], ["tea"]]);
  await counted();
  expect(await read("tea")).toEqual({ tea: { tea: 2 } });
});

test("a much later reader waits for a new count", async () => {
  const { read, wait } = setUp();
  await read("tea");
  wait(REST_MS + 2_001);
  expect(await read("tea")).toEqual({ tea: { tea: 2 } });
});

test("concurrent readers share the first count", async () => {
  const { read, asked } = setUp();
  const [one, other] = await Promise.all([read("tea"), read("tea")]);
  expect([one, other]).toEqual([{ tea: { tea: 1 } }, { tea: { tea: 1 } }]);
  expect(asked).toEqual([["tea"]]);
});

test("a poll runs one count at a time, and pauses after each count of any options", async () => {
  const { read, asked, wait } = setUp();
  const [one, other] = await Promise.all([read("tea"), read("milk")]);
  expect([one, other]).toEqual([{ tea: { tea: 1 } }, { milk: { milk: 2 } }]);
  wait(REST_MS - TOOK_MS);
  // The count of tea is old, but the poll pauses after the later count of milk.
  expect(await read("tea")).toEqual({ tea: { tea: 1 } });
  expect(asked).toEqual([["tea"], ["milk"]]);
});

test("polls do not wait for each other", async () => {
  const { readOf, asked } = setUp();
  const both = Promise.all([readOf(1n, "tea"), readOf(2n, "milk")]);
  expect(asked).toEqual([["tea"], ["milk"]]);
  await both;
});

test("a failure reaches the waiting readers, and no count starts before the pause of the poll is over", async () => {
  const { read, asked, wait, fail } = setUp();
  fail(true);
  await expect(read("tea")).rejects.toThrow("the database is away");
  await expect(read("tea")).rejects.toThrow("the database is away");
  expect(asked).toHaveLength(1);
  fail(false);
  wait(REST_MS);
  expect(await read("tea")).toEqual({ tea: { tea: 1 } });
});

test("a failed count in the background keeps the cached values", async () => {
  const { read, wait, fail, counted } = setUp();
  await read("tea");
  wait(REST_MS);
  fail(true);
  expect(await read("tea")).toEqual({ tea: { tea: 1 } });
  await counted();
  expect(await read("tea")).toEqual({ tea: { tea: 1 } });
  fail(false);
  wait(REST_MS);
  await read("tea");
  await counted();
  expect(await read("tea")).toEqual({ tea: { tea: 2 } });
});

test("kept returns only counts that a reader would get without waiting", async () => {
  const { read, kept, wait } = setUp();
  expect(kept()).toEqual({});
  await read("tea");
  expect(kept()).toEqual({ tea: { tea: 1 } });
  wait(REST_MS + 2_001);
  expect(kept()).toEqual({});
});

test("a removed option has no counts, and is not counted again for each reader", async () => {
  let counts = 0;
  const cache = createVoteCountCache(async () => {
    counts++;
    return new Map();
  });
  const votes = { pollId: 1n, publicIds: ["tea"], withRanks: false };
  expect(await cache.get(votes)).toEqual(new Map());
  expect(await cache.get(votes)).toEqual(new Map());
  expect(await cache.get({ ...votes, publicIds: [] })).toEqual(new Map());
  expect(counts).toBeLessThanOrEqual(2);
});

test("the oldest counts of a poll with too many options are evicted", async () => {
  const { readOf, asked } = setUp();
  const many = Array.from({ length: 2_000 }, (_, index) => `option ${index}`);
  await readOf(1n, "tea");
  await readOf(1n, ...many);
  await readOf(1n, "option 1999");
  await readOf(1n, "tea");
  expect(asked.map((ids) => ids.length)).toEqual([1, 2_000, 1]);
});

test("the least recently used poll is evicted", async () => {
  const { readOf, asked } = setUp();
  await readOf(1n, "tea");
  await readOf(2n, ...Array.from({ length: 2_000 }, (_, index) => `option ${index}`));
  await readOf(1n, "tea");
  expect(asked.map((ids) => ids.length)).toEqual([1, 2_000, 1]);
});
