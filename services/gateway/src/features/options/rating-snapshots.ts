import type { Rating } from "@polls/domain";

/** Decisions 6: rank, best, selected and orders by rating may be so old, and no older. */
const MAX_AGE_MS = 2_000;
const SNAPSHOTS_MAX = 100;

export type RatingKey = "rating" | "average_rating";

/** Ids in an order by rating: of all options of a set, and of those that everybody may see. */
export interface RatedOrder {
  readonly all: readonly bigint[];
  readonly public: readonly bigint[];
}

/** How the options of one set stood at one moment. */
export interface RatingSnapshot {
  readonly ratings: ReadonlyMap<bigint, Rating>;
  readonly order: (key: RatingKey) => RatedOrder;
  /** Puts options in the order of `key`, beside those that are in it already. */
  readonly compare: (key: RatingKey) => (one: bigint, other: bigint) => number;
}

export interface RatingSnapshots {
  /** The snapshot of a key, taken anew once it is too old; those who ask meanwhile share it. */
  readonly get: (key: string, take: () => Promise<RatingSnapshot>) => Promise<RatingSnapshot>;
  /** Likewise inside a transaction, whose failure is nobody else's: others do not wait for it. */
  readonly getAlone: (key: string, take: () => Promise<RatingSnapshot>) => Promise<RatingSnapshot>;
}

interface Kept {
  readonly takenAt: number;
  readonly snapshot: Promise<RatingSnapshot>;
}

/** Keeps how large sets stand, so that a list costs the same however many options there are. */
export function createRatingSnapshots(clock: () => number = Date.now): RatingSnapshots {
  const kept = new Map<string, Kept>();

  function fresh(key: string): Promise<RatingSnapshot> | undefined {
    const known = kept.get(key);
    return known !== undefined && clock() - known.takenAt < MAX_AGE_MS ? known.snapshot : undefined;
  }

  function keep(key: string, entry: Kept): void {
    // Insertion order is age: the oldest goes first.
    kept.delete(key);
    for (const oldest of kept.keys()) {
      if (kept.size < SNAPSHOTS_MAX) break;
      kept.delete(oldest);
    }
    kept.set(key, entry);
  }

  return {
    get(key, take) {
      const known = fresh(key);
      if (known !== undefined) return known;
      const entry = { takenAt: clock(), snapshot: take() };
      keep(key, entry);
      entry.snapshot.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return entry.snapshot;
    },

    async getAlone(key, take) {
      const known = fresh(key);
      if (known !== undefined) return known;
      const takenAt = clock();
      const snapshot = await take();
      keep(key, { takenAt, snapshot: Promise.resolve(snapshot) });
      return snapshot;
    },
  };
}
