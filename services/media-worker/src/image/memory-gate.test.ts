import { memoryGate } from "./memory-gate";

const { signal } = new AbortController();
const hundred = { shares: 2, shareBytes: 50 };
const makeRoom = async () => {};

/** Waits until pending callbacks have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends on request and reports its start. */
function open(gate: ReturnType<typeof memoryGate>, begun: string[]) {
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
    const done = gate.pass({ bytes, signal: stop, makeRoom, run });
    return { end, done };
  };
}

it("lets in what there is room for, and the next when there is room again", async () => {
  const begun: string[] = [];
  const start = open(memoryGate(hundred), begun);
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

it("small work does not pass large work that waits", async () => {
  const begun: string[] = [];
  const start = open(memoryGate(hundred), begun);
  const [a, large, small] = [start("a", 50), start("large", 90), start("small", 20)];
  a.end();
  await a.done;
  large.end();
  await large.done;
  small.end();
  await small.done;
  expect(begun).toEqual(["a", "large", "small"]);
});

it("what takes more than the limit runs alone", async () => {
  const begun: string[] = [];
  const start = open(memoryGate(hundred), begun);
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

it("work that fails makes room", async () => {
  const gate = memoryGate(hundred);
  const work = { bytes: 100, signal, makeRoom };
  const fails = () => Promise.reject(new Error("no picture"));
  await expect(gate.pass({ ...work, run: fails })).rejects.toThrow("no picture");
  expect(await gate.pass({ ...work, run: async () => "next" })).toBe("next");
});

it("who is told to stop waits no longer, and lets those behind through", async () => {
  const begun: string[] = [];
  const start = open(memoryGate(hundred), begun);
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

it("who was told to stop before never begins", async () => {
  const begun: string[] = [];
  const start = open(memoryGate(hundred), begun);
  await expect(start("a", 1, AbortSignal.abort(new Error("over"))).done).rejects.toThrow("over");
  expect(begun).toEqual([]);
});

it("has room made before large work, and by who waits", async () => {
  const gate = memoryGate(hundred);
  const made: string[] = [];
  const pass = (name: string, bytes: number) =>
    gate.pass({
      bytes,
      signal,
      makeRoom: async () => {
        made.push(name);
      },
      run: async () => {
        made.push(`${name} runs`);
      },
    });
  await Promise.all([pass("small", 50), pass("next", 50), pass("late", 50)]);
  expect(made).toEqual(["late", "small runs", "next runs", "late runs"]);
  made.length = 0;
  await pass("large", 51);
  expect(made).toEqual(["large", "large runs"]);
});

it("has room made before small work beside large work, too", async () => {
  const gate = memoryGate(hundred);
  const large = open(gate, [])("large", 60);
  let made = 0;
  const small = {
    bytes: 40,
    signal,
    makeRoom: async () => {
      made += 1;
    },
    run: async () => {},
  };
  await gate.pass(small);
  expect(made).toBe(1);
  large.end();
  await large.done;
  await gate.pass(small);
  expect(made).toBe(1);
});
