import { coalesce, type Settled } from "./coalesce";

/** A run that the test finishes when it likes. */
function heldRun() {
  const runs: { readonly batch: readonly number[]; readonly finish: () => void }[] = [];
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
  return { runs, run };
}

describe("coalesce", () => {
  test("starts a lone request at once", () => {
    const { runs, run } = heldRun();
    void coalesce(run, { maxBatch: 64, maxInFlight: 2 }).add(1);
    expect(runs.map(({ batch }) => batch)).toEqual([[1]]);
  });

  test("what arrives while runs are busy shares the next one", async () => {
    const { runs, run } = heldRun();
    const { add } = coalesce(run, { maxBatch: 3, maxInFlight: 1 });
    const all = [1, 2, 3, 4, 5].map((n) => add(n));
    runs[0]?.finish();
    await all[0];
    runs[1]?.finish();
    await all[1];
    runs[2]?.finish();
    await expect(Promise.all(all)).resolves.toEqual([10, 20, 30, 40, 50]);
    expect(runs.map(({ batch }) => batch)).toEqual([[1], [2, 3, 4], [5]]);
  });

  test("never runs more than allowed at a time", () => {
    const { runs, run } = heldRun();
    const { add } = coalesce(run, { maxBatch: 1, maxInFlight: 2 });
    for (const n of [1, 2, 3]) void add(n);
    expect(runs).toHaveLength(2);
  });

  test("a refusal is its own request's only", async () => {
    const { runs, run } = heldRun();
    const { add } = coalesce(run, { maxBatch: 3, maxInFlight: 1 });
    const first = add(1);
    const refused = add(-1);
    const accepted = add(2);
    runs[0]?.finish();
    await first;
    runs[1]?.finish();
    await expect(refused).rejects.toThrow("no -1");
    await expect(accepted).resolves.toBe(20);
  });

  test("a run that fails as a whole fails each of its requests, and the next one still runs", async () => {
    let fails = true;
    const { add, idle } = coalesce<number, number>(
      async (batch) => {
        if (fails) throw new Error("no connection");
        return batch.map((n) => ({ ok: true, result: n }));
      },
      { maxBatch: 2, maxInFlight: 1 },
    );
    await expect(add(1)).rejects.toThrow("no connection");
    fails = false;
    await expect(add(2)).resolves.toBe(2);
    await idle();
  });
});
