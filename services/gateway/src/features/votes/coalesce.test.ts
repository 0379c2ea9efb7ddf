import { setTimeout as pause } from "node:timers/promises";
import { waitFor } from "@polls/testing";
import { coalesce, type Settled } from "./coalesce";

interface HeldRun {
  readonly batch: readonly number[];
  readonly finish: () => void;
}

let runs: HeldRun[];

beforeEach(() => {
  runs = [];
});

// A request that still waits would be refused during another test file.
afterEach(async () => {
  for (let n = 0; n < runs.length; n++) {
    runs[n]?.finish();
    await nextTurn();
  }
});

/** A run that the test finishes when it likes. */
function heldRun() {
  const run = (batch: readonly number[]) =>
    new Promise<readonly Settled<number>[]>((resolve) => {
      runs.push({
        batch,
        finish: () =>
          resolve(
            batch.map((n) =>
              n < 0 ? { ok: false, error: new Error(`no ${n}`) } : { ok: true, result: n * 10 },
            ),
          ),
      });
    });
  return run;
}

/** What waits for the turn of the event loop to end has happened. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const sharing = (maxBatch: number, maxInFlight: number, worthARun = 1) => ({
  maxBatch,
  maxInFlight,
  worthARun,
  stuckMs: 60_000,
  patienceMs: 60_000,
});
const turnedAway = () => new Error("too long");

describe("coalesce", () => {
  test("starts a lone request at once, with all that come in the same turn", async () => {
    const run = heldRun();
    const add = coalesce(run, sharing(64, 2), turnedAway);
    void add(1);
    void add(2);
    await nextTurn();
    expect(runs.map(({ batch }) => batch)).toEqual([[1, 2]]);
  });

  test("what arrives while runs are busy shares the next one", async () => {
    const run = heldRun();
    const add = coalesce(run, sharing(3, 1), turnedAway);
    const first = add(1);
    await nextTurn();
    const all = [first, ...[2, 3, 4, 5].map((n) => add(n))];
    await nextTurn();
    for (let n = 0; n < 3; n++) {
      runs[n]?.finish();
      await nextTurn();
    }
    await expect(Promise.all(all)).resolves.toEqual([10, 20, 30, 40, 50]);
    expect(runs.map(({ batch }) => batch)).toEqual([[1], [2, 3, 4], [5]]);
  });

  test("never runs more than allowed at a time", async () => {
    const run = heldRun();
    const add = coalesce(run, sharing(1, 2), turnedAway);
    for (const n of [1, 2, 3]) void add(n);
    await nextTurn();
    expect(runs).toHaveLength(2);
  });

  test("starts a run beside another only when enough wait for it", async () => {
    const run = heldRun();
    const add = coalesce(run, sharing(3, 2, 2), turnedAway);
    void add(1);
    await nextTurn();
    void add(2);
    await nextTurn();
    expect(runs.map(({ batch }) => batch)).toEqual([[1]]);
    void add(3);
    await nextTurn();
    expect(runs.map(({ batch }) => batch)).toEqual([[1], [2, 3]]);
    void add(4);
    runs[0]?.finish();
    runs[1]?.finish();
    await nextTurn();
    expect(runs.map(({ batch }) => batch)).toEqual([[1], [2, 3], [4]]);
  });

  test("a few start beside a run that is stuck", async () => {
    const run = heldRun();
    const add = coalesce(run, { ...sharing(3, 2, 3), stuckMs: 300 }, turnedAway);
    void add(1);
    await nextTurn();
    void add(2);
    await nextTurn();
    expect(runs).toHaveLength(1);
    await waitFor(() => runs.length === 2, { what: "the second run" });
    expect(runs.map(({ batch }) => batch)).toEqual([[1], [2]]);
  });

  test("who waits for long is turned away, and who came later is not before its time", async () => {
    const run = heldRun();
    const add = coalesce(run, { ...sharing(1, 1), stuckMs: 50, patienceMs: 400 }, turnedAway);
    const first = add(1);
    await nextTurn();
    const ends: number[] = [];
    /** How long a request waits until it is turned away. */
    const waitOf = async (n: number) => {
      const began = performance.now();
      await expect(add(n)).rejects.toThrow("too long");
      ends.push(n);
      return performance.now() - began;
    };
    const second = waitOf(2);
    await pause(200);
    const third = waitOf(3);
    expect(await second).toBeGreaterThan(390);
    expect(await third).toBeGreaterThan(390);
    expect(ends).toEqual([2, 3]);
    const fourth = add(4);
    runs[0]?.finish();
    await nextTurn();
    runs[1]?.finish();
    await expect(Promise.all([first, fourth])).resolves.toEqual([10, 40]);
    expect(runs.map(({ batch }) => batch)).toEqual([[1], [4]]);
  });

  test("a refusal is its own request's only", async () => {
    const run = heldRun();
    const add = coalesce(run, sharing(3, 1), turnedAway);
    const refused = add(-1);
    const accepted = add(2);
    await nextTurn();
    runs[0]?.finish();
    await expect(refused).rejects.toThrow("no -1");
    await expect(accepted).resolves.toBe(20);
  });

  test("a run that fails as a whole fails each of its requests, and the next one still runs", async () => {
    let fails = true;
    const add = coalesce<number, number>(
      async (batch) => {
        if (fails) throw new Error("no connection");
        return batch.map((n) => ({ ok: true, result: n }));
      },
      sharing(2, 1),
      turnedAway,
    );
    await expect(add(1)).rejects.toThrow("no connection");
    fails = false;
    await expect(add(2)).resolves.toBe(2);
  });
});
