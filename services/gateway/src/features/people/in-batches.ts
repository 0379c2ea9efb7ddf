/** A statement has at most 32,767 values. */
const BATCH = 1_000;

/** Calls `run` for ids in batches, one after the other. Returns all results in the order of the ids. */
export async function inBatches<Result>(
  ids: readonly bigint[],
  run: (some: bigint[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    results.push(...(await run(ids.slice(at, at + BATCH))));
  }
  return results;
}

/** The same for statements that return the number of rows. Returns their sum. */
export async function countInBatches(
  ids: readonly bigint[],
  run: (some: bigint[]) => Promise<{ readonly count: number } | number>,
): Promise<number> {
  const counts = await inBatches(ids, async (some) => {
    const result = await run(some);
    return [typeof result === "number" ? result : result.count];
  });
  return counts.reduce((sum, count) => sum + count, 0);
}
