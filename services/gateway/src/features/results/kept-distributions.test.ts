import { setImmediate } from "node:timers/promises";
import { createKeptDistributions } from "./kept-distributions";

const TOOK_MS = 100;
const REST_MS = 9 * TOOK_MS;

/** A counter that takes 100 ms and counts how often it was asked. */
function setUp() {
  let now = 0;
  let counted = 0;
  let failing = false;
  const asked: (readonly string[])[] = [];
  const kept = createKeptDistributions(
    async (_pollId, publicIds) => {
      asked.push(publicIds);
      await setImmediate();
      now += TOOK_MS;
      if (failing) throw new Error("the database is away");
      counted += 1;
      return new Map(publicIds.map((publicId) => [publicId, { [publicId]: counted }]));
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
    readOf: async (pollId: bigint, ...publicIds: readonly string[]) =>
      Object.fromEntries(await kept.of(pollId, publicIds)),
    read: async (...publicIds: readonly string[]) =>
      Object.fromEntries(await kept.of(1n, publicIds)),
    /** What is counted behind the readers' backs is done after a few turns. */
    async counted() {
      for (let turn = 0; turn < 3; turn++) await setImmediate();
    },
  };
}

test("the first reader waits; a count serves for nine times as long as it took", async () => {
  const { read, asked, wait } = setUp();
  expect(await read("tea", "milk")).toEqual({ tea: { tea: 1 }, milk: { milk: 1 } });
  wait(REST_MS - 1);
  expect(await read("milk")).toEqual({ milk: { milk: 1 } });
  expect(asked).toEqual([["tea", "milk"]]);
});

test("after that it is counted behind the reader's back, and once for all who ask", async () => {
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

test("who asks much later waits for a new count", async () => {
  const { read, wait } = setUp();
  await read("tea");
  wait(REST_MS + 2_001);
  expect(await read("tea")).toEqual({ tea: { tea: 2 } });
});

test("readers who come while it is counted for the first time share it", async () => {
  const { read, asked } = setUp();
  const [one, other] = await Promise.all([read("tea"), read("tea")]);
  expect([one, other]).toEqual([{ tea: { tea: 1 } }, { tea: { tea: 1 } }]);
  expect(asked).toEqual([["tea"]]);
});

test("a poll is counted one at a time, and rests after each count whatever was counted", async () => {
  const { read, asked, wait } = setUp();
  const [one, other] = await Promise.all([read("tea"), read("milk")]);
  expect([one, other]).toEqual([{ tea: { tea: 1 } }, { milk: { milk: 2 } }]);
  wait(REST_MS - TOOK_MS);
  // Tea's count has served its time, but milk was counted after it.
  expect(await read("tea")).toEqual({ tea: { tea: 1 } });
  expect(asked).toEqual([["tea"], ["milk"]]);
});

test("polls do not wait for each other", async () => {
  const { readOf, asked } = setUp();
  const both = Promise.all([readOf(1n, "tea"), readOf(2n, "milk")]);
  expect(asked).toEqual([["tea"], ["milk"]]);
  await both;
});

test("a failure is told to those who wait, and nothing is tried again before the poll has rested", async () => {
  const { read, asked, wait, fail } = setUp();
  fail(true);
  await expect(read("tea")).rejects.toThrow("the database is away");
  await expect(read("tea")).rejects.toThrow("the database is away");
  expect(asked).toHaveLength(1);
  fail(false);
  wait(REST_MS);
  expect(await read("tea")).toEqual({ tea: { tea: 1 } });
});

test("a count that fails behind the readers' backs leaves them what they had", async () => {
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

test("an option without a vote that counts has an empty distribution", async () => {
  const kept = createKeptDistributions(async () => new Map());
  expect(await kept.of(1n, ["tea"])).toEqual(new Map([["tea", {}]]));
  expect(await kept.of(1n, [])).toEqual(new Map());
});

test("the poll that nobody asked for longest is forgotten", async () => {
  const { readOf, asked } = setUp();
  await readOf(1n, "tea");
  await readOf(2n, ...Array.from({ length: 2_000 }, (_, index) => `option ${index}`));
  await readOf(1n, "tea");
  expect(asked.map((ids) => ids.length)).toEqual([1, 2_000, 1]);
});
