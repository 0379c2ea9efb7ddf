import { createRatingSnapshots, type RatingSnapshot } from "./rating-snapshots";

const snapshot = (): RatingSnapshot => ({
  ratings: new Map(),
  order: () => ({ all: [], public: [] }),
  compare: () => () => 0,
});

/** Snapshots with a clock of their own, and how often one was taken. */
function counted() {
  const state = { nowMs: 0, taken: 0 };
  const snapshots = createRatingSnapshots(() => state.nowMs);
  const take = async () => {
    state.taken++;
    return snapshot();
  };
  return { state, snapshots, take };
}

describe("rating snapshots", () => {
  test("one is kept for less than 2 s, for each key", async () => {
    const { state, snapshots, take } = counted();
    await snapshots.get("a", take);
    state.nowMs = 1_999;
    await snapshots.get("a", take);
    expect(state.taken).toBe(1);
    await snapshots.get("b", take);
    expect(state.taken).toBe(2);
    state.nowMs = 2_000;
    await snapshots.get("a", take);
    expect(state.taken).toBe(3);
  });

  test("who asks while one is taken shares it", async () => {
    const { state, snapshots, take } = counted();
    const [one, other] = await Promise.all([snapshots.get("a", take), snapshots.get("a", take)]);
    expect(one).toBe(other);
    expect(state.taken).toBe(1);
  });

  test("a failure is told and not kept", async () => {
    const { snapshots, take } = counted();
    const failing = snapshots.get("a", () => Promise.reject(new Error("away")));
    await expect(failing).rejects.toThrow("away");
    await expect(snapshots.get("a", take)).resolves.toBeDefined();
  });

  test("the failure of a transaction is nobody else's", async () => {
    const { state, snapshots, take } = counted();
    const failing = snapshots.getAlone("a", () => Promise.reject(new Error("rolled back")));
    const reading = snapshots.get("a", take);
    await expect(failing).rejects.toThrow("rolled back");
    await expect(reading).resolves.toBeDefined();
    await snapshots.getAlone("a", take);
    expect(state.taken).toBe(1);
  });
});
