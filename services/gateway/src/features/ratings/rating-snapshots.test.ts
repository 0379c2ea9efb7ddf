// Covers docs/reference/ratings.md: freshness
// Covers docs/reliability.md: expensive-requests

import type { RatingSnapshot } from "./rating-snapshot";
import { createRatingSnapshots } from "./rating-snapshots";

/** Snapshots with a manual clock. Records the snapshot from which each was taken. */
function counted() {
  const state = { nowMs: 10_000, taken: 0, before: [] as (RatingSnapshot | undefined)[] };
  const snapshots = createRatingSnapshots(() => state.nowMs);
  const take = async (before: RatingSnapshot | undefined) => {
    state.taken++;
    state.before.push(before);
    return snapshotAt(state.nowMs);
  };
  return { state, snapshots, take };
}

const snapshotAt = (takenAt: number, options = 0): RatingSnapshot =>
  ({
    ranking: {
      byId: Array.from({ length: options }),
      rules: { categoryIds: [] },
      orders: new Map(),
    },
    takenAt,
    wholeAt: takenAt,
    cursor: undefined,
    end: undefined,
    wins: undefined,
    stored: false,
    sorting: new Map(),
  }) as unknown as RatingSnapshot;

describe("rating snapshots", () => {
  test("each key has its own snapshot, which is used for less than 2 s", async () => {
    const { state, snapshots, take } = counted();
    const first = await snapshots.get("a", take);
    state.nowMs += 999;
    expect(await snapshots.get("a", take)).toBe(first);
    expect(state.taken).toBe(1);
    await snapshots.get("b", take);
    expect(state.taken).toBe(2);
    state.nowMs += 1_001;
    expect(await snapshots.get("a", take)).not.toBe(first);
    expect(state.before.at(-1)).toBe(first);
  });

  test("a snapshot is updated in the background from 1 s on", async () => {
    const { state, snapshots, take } = counted();
    const first = await snapshots.get("a", take);
    state.nowMs += 1_000;
    expect(await snapshots.get("a", take)).toBe(first);
    expect(state.taken).toBe(2);
    const next = await snapshots.get("a", take);
    expect(next).not.toBe(first);
    expect(state.taken).toBe(2);
  });

  test("concurrent callers share one snapshot", async () => {
    const { state, snapshots, take } = counted();
    const [one, other] = await Promise.all([snapshots.get("a", take), snapshots.get("a", take)]);
    expect(one).toBe(other);
    expect(state.taken).toBe(1);
  });

  test("an error is thrown to the caller and is not cached", async () => {
    const { snapshots, take } = counted();
    const failing = snapshots.get("a", () => Promise.reject(new Error("away")));
    await expect(failing).rejects.toThrow("away");
    await expect(snapshots.get("a", take)).resolves.toBeDefined();
  });

  test("a snapshot of a transaction is not shared", async () => {
    const { state, snapshots, take } = counted();
    const alone = await snapshots.getUnshared("a", take);
    const shared = await snapshots.get("a", take);
    expect(shared).not.toBe(alone);
    expect(await snapshots.getUnshared("a", take)).toBe(shared);
    expect(state.taken).toBe(2);
  });

  test("the least recently used snapshots are evicted if they have too many options", async () => {
    const { state, snapshots, take } = counted();
    const large = async () => snapshotAt(state.nowMs, 300_000);
    await snapshots.get("a", large);
    await snapshots.get("b", take);
    await snapshots.get("a", take);
    await snapshots.get("c", large);
    expect(state.taken).toBe(1);
    await snapshots.get("b", take);
    expect(state.taken).toBe(2);
    await snapshots.get("c", take);
    expect(state.taken).toBe(2);
    await snapshots.get("a", take);
    expect(state.taken).toBe(3);
  });
});
