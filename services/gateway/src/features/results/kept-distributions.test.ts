import { setImmediate } from "node:timers/promises";
import { createKeptDistributions } from "./kept-distributions";

const TOOK_MS = 100;

/** A counter that takes 100 ms and counts how often it was asked. */
function setUp() {
  let now = 0;
  let counted = 0;
  let failing = false;
  const asked: (readonly string[])[] = [];
  const kept = createKeptDistributions(
    async (_pollId, publicIds) => {
      asked.push(publicIds);
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
    read: async (...publicIds: readonly string[]) =>
      Object.fromEntries(await kept.of(1n, publicIds)),
    /** What is counted behind the readers' backs is done after a turn. */
    counted: () => setImmediate(),
  };
}

test("the first reader waits; a count serves for nine times as long as it took", async () => {
  const { read, asked, wait } = setUp();
  expect(await read("tea", "milk")).toEqual({ tea: { tea: 1 }, milk: { milk: 1 } });
  wait(9 * TOOK_MS);
  expect(await read("milk")).toEqual({ milk: { milk: 1 } });
  expect(asked).toEqual([["tea", "milk"]]);
});

test("after that it is counted behind the reader's back, and once for all who ask", async () => {
  const { read, asked, wait, counted } = setUp();
  await read("tea");
  wait(9 * TOOK_MS + 1);
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
  wait(9 * TOOK_MS + 2_001);
  expect(await read("tea")).toEqual({ tea: { tea: 2 } });
});

test("readers who come while it is counted for the first time share it", async () => {
  const { read, asked } = setUp();
  const [one, other] = await Promise.all([read("tea"), read("tea")]);
  expect([one, other]).toEqual([{ tea: { tea: 1 } }, { tea: { tea: 1 } }]);
  expect(asked).toEqual([["tea"]]);
});

test("a failure is told to those who wait for it alone, and the next one has it counted again", async () => {
  const { read, wait, fail, counted } = setUp();
  fail(true);
  await expect(read("tea")).rejects.toThrow("the database is away");
  fail(false);
  expect(await read("tea")).toEqual({ tea: { tea: 1 } });
  wait(9 * TOOK_MS + 1);
  fail(true);
  expect(await read("tea")).toEqual({ tea: { tea: 1 } });
  await counted();
  fail(false);
  await read("tea");
  await counted();
  expect(await read("tea")).toEqual({ tea: { tea: 2 } });
});

test("an option without a vote that counts has an empty distribution", async () => {
  const kept = createKeptDistributions(async () => new Map());
  expect(await kept.of(1n, ["tea"])).toEqual(new Map([["tea", {}]]));
  expect(await kept.of(1n, [])).toEqual(new Map());
});

test("what nobody asked for longest is forgotten", async () => {
  const { read, asked } = setUp();
  await read("tea");
  await read(...Array.from({ length: 5_000 }, (_, index) => `option ${index}`));
  await read("tea");
  expect(asked.map((ids) => ids.length)).toEqual([1, 5_000, 1]);
});
