// Covers docs/reliability.md: confined-decoders

import { memoryLimiter } from "./memory-limiter";

const { signal } = new AbortController();
const hundred = { shares: 2, shareBytes: 50 };
const makeRoom = async () => {};

/** Waits until pending callbacks have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Starts work that records its start and ends on request. */
function open(limiter: ReturnType<typeof memoryLimiter>, begun: string[]) {
  return (name: string, bytes: number, stop: AbortSignal = signal) => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const run = async () => {
      begun.push(name);
      await ended;
      return name;
    };
    const done = limiter.run({ bytes, signal: stop, makeRoom, work: run });
    return { end, done };
  };
}

test("runs work that fits, and the next work as soon as it fits", async () => {
  const begun: string[] = [];
  const start = open(memoryLimiter(hundred), begun);
  const [a, b, c] = [start("a", 50), start("b", 50), start("c", 1)];
  await settled();
  expect(begun).toEqual(["a", "b"]);
  a.end();
  expect(await a.done).toBe("a");
  c.end();
  expect(await c.done).toBe("c");
  b.end();
  await b.done;
});

test("small work does not overtake waiting large work", async () => {
  const begun: string[] = [];
  const start = open(memoryLimiter(hundred), begun);
  const [a, large, small] = [start("a", 50), start("large", 90), start("small", 20)];
  a.end();
  await a.done;
  large.end();
  await large.done;
  small.end();
  await small.done;
  expect(begun).toEqual(["a", "large", "small"]);
});

test("work above the limit runs alone", async () => {
  const begun: string[] = [];
  const start = open(memoryLimiter(hundred), begun);
  const [a, huge, b] = [start("a", 10), start("huge", 500), start("b", 10)];
  a.end();
  await a.done;
  await settled();
  expect(begun).toEqual(["a", "huge"]);
  huge.end();
  await huge.done;
  b.end();
  await b.done;
});

test("failed work frees its memory", async () => {
  const limiter = memoryLimiter(hundred);
  const work = { bytes: 100, signal, makeRoom };
  const fails = () => Promise.reject(new Error("no picture"));
  await expect(limiter.run({ ...work, work: fails })).rejects.toThrow("no picture");
  expect(await limiter.run({ ...work, work: async () => "next" })).toBe("next");
});

test("aborted work stops waiting, and later work runs", async () => {
  const begun: string[] = [];
  const start = open(memoryLimiter(hundred), begun);
  const stop = new AbortController();
  const [a, large, small] = [start("a", 50), start("large", 90, stop.signal), start("small", 10)];
  stop.abort(new Error("the lock is lost"));
  await expect(large.done).rejects.toThrow("the lock is lost");
  small.end();
  expect(await small.done).toBe("small");
  a.end();
  await a.done;
  expect(begun).toEqual(["a", "small"]);
});

test("work whose signal is already aborted never runs", async () => {
  const begun: string[] = [];
  const start = open(memoryLimiter(hundred), begun);
  await expect(start("a", 1, AbortSignal.abort(new Error("over"))).done).rejects.toThrow("over");
  expect(begun).toEqual([]);
});

test("frees idle memory before large work, and while work waits", async () => {
  const limiter = memoryLimiter(hundred);
  const made: string[] = [];
  const run = (name: string, bytes: number) =>
    limiter.run({
      bytes,
      signal,
      makeRoom: async () => {
        made.push(name);
      },
      work: async () => {
        made.push(`${name} runs`);
      },
    });
  await Promise.all([run("small", 50), run("next", 50), run("late", 50)]);
  expect(made).toEqual(["late", "small runs", "next runs", "late runs"]);
  made.length = 0;
  await run("large", 51);
  expect(made).toEqual(["large", "large runs"]);
});

test("frees idle memory before small work that runs beside large work", async () => {
  const limiter = memoryLimiter(hundred);
  const large = open(limiter, [])("large", 60);
  let made = 0;
  const small = {
    bytes: 40,
    signal,
    makeRoom: async () => {
      made += 1;
    },
    work: async () => {},
  };
  await limiter.run(small);
  expect(made).toBe(1);
  large.end();
  await large.done;
  await limiter.run(small);
  expect(made).toBe(1);
});
