// Covers docs/reliability.md: slow-database

import { setTimeout as pause } from "node:timers/promises";
import { waitFor } from "@polls/testing";
import { type BatchResult, coalesce } from "./coalesce";

interface HeldRun {
  readonly batch: readonly number[];
  readonly finish: () => void;
}

let runs: HeldRun[];

beforeEach(() => {
  runs = [];
});

// A request that is still queued would be refused during another test file.
afterEach(async () => {
  for (let n = 0; n < runs.length; n++) {
    runs[n]?.finish();
    await nextTurn();
  }
});

/** Batches that run until the test finishes them. */
function heldBatches() {
  const run = (batch: readonly number[]) =>
    new Promise<readonly BatchResult<number>[]>((resolve) => {
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

/** Waits until callbacks at the end of this turn of the event loop have run. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const sharing = (maxBatch: number, maxInFlight: number, minConcurrentBatch = 1) => ({
  maxBatch,
  maxInFlight,
  minConcurrentBatch,
  stallMs: 60_000,
  queueTimeoutMs: 60_000,
});
const tooLong = () => new Error("too long");

describe("coalesce", () => {
  test("starts a lone request at once, with all that arrive in the same turn", async () => {
    const run = heldBatches();
    const add = coalesce(run, sharing(64, 2), tooLong);
    void add(1);
    void add(2);
    await nextTurn();
    expect(runs.map(({ batch }) => batch)).toEqual([[1, 2]]);
  });

  test("requests that arrive while batches are running share the next one", async () => {
    const run = heldBatches();
    const add = coalesce(run, sharing(3, 1), tooLong);
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
    const run = heldBatches();
    const add = coalesce(run, sharing(1, 2), tooLong);
    for (const n of [1, 2, 3]) void add(n);
    await nextTurn();
    expect(runs).toHaveLength(2);
  });

  test("starts a batch beside another only when enough requests wait for it", async () => {
    const run = heldBatches();
    const add = coalesce(run, sharing(3, 2, 2), tooLong);
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

  test("a few requests start beside a batch that has stalled", async () => {
    const run = heldBatches();
    const add = coalesce(run, { ...sharing(3, 2, 3), stallMs: 300 }, tooLong);
    void add(1);
    await nextTurn();
    void add(2);
    await nextTurn();
    expect(runs).toHaveLength(1);
    await waitFor(() => runs.length === 2, { what: "the second batch" });
    expect(runs.map(({ batch }) => batch)).toEqual([[1], [2]]);
  });

  test("requests queued longer than queueTimeoutMs are refused, later ones not before their time", async () => {
    const run = heldBatches();
    const add = coalesce(run, { ...sharing(1, 1), stallMs: 50, queueTimeoutMs: 400 }, tooLong);
    const first = add(1);
    await nextTurn();
    const ends: number[] = [];
    /** How long a request is queued before it is refused. */
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

  test("an error of one request does not reach the others", async () => {
    const run = heldBatches();
    const add = coalesce(run, sharing(3, 1), tooLong);
    const refused = add(-1);
    const accepted = add(2);
    await nextTurn();
    runs[0]?.finish();
    await expect(refused).rejects.toThrow("no -1");
    await expect(accepted).resolves.toBe(20);
  });

  test("a batch that fails as a whole fails each of its requests, and the next one still runs", async () => {
    let fails = true;
    const add = coalesce<number, number>(
      async (batch) => {
        if (fails) throw new Error("no connection");
        return batch.map((n) => ({ ok: true, result: n }));
      },
      sharing(2, 1),
      tooLong,
    );
    await expect(add(1)).rejects.toThrow("no connection");
    fails = false;
    await expect(add(2)).resolves.toBe(2);
  });
});
