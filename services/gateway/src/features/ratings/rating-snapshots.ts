import { createBoundedCache } from "../../http/limits/bounded-cache";
import { type Assignments, createAssignments } from "./assignments";
import { type CountFailed, createPollCounts, type PollCounts } from "./poll-counts";
import type { RatingSnapshot } from "./rating-snapshot";
import { createStoredRankings, type StoredRankings } from "./stored-rankings";

/** Ranks and orders by rating may be this old (docs/reference/ratings.md#freshness). */
const MAX_AGE_MS = 2_000;
/** From this age on, a snapshot is updated in the background while it is still used. */
const UPDATE_AGE_MS = 1_000;
/** The number of options in all snapshots together, each counted once per voting category. One takes about 300 bytes of memory. */
const OPTIONS_MAX = 500_000;
const SNAPSHOTS_MAX = 1_000;

/** Takes a snapshot by updating the previous one, or from the whole set. */
export type TakeSnapshot = (before: RatingSnapshot | undefined) => Promise<RatingSnapshot>;

export interface RatingSnapshots {
  /** Assignments of best distributions, which rankings need. */
  readonly assignments: Assignments;
  /** Counts of polls with a `counting_method`. */
  readonly counts: PollCounts;
  readonly stored: StoredRankings;
  /** Milliseconds. */
  readonly clock: () => number;
  /** If it is less than 2 s old. From 1 s on, this starts an update in the background. */
  readonly kept: (key: string, take: TakeSnapshot) => RatingSnapshot | undefined;
  /** The snapshot of a key, at most 2 s old. Concurrent callers share an update. */
  readonly get: (key: string, take: TakeSnapshot) => Promise<RatingSnapshot>;
  /** The snapshot of a key, updated for this call. */
  readonly getCurrent: (key: string, take: TakeSnapshot) => Promise<RatingSnapshot>;
  /** Of a transaction that writes: with its uncommitted changes, so it is not cached. */
  readonly getUnshared: (key: string, take: TakeSnapshot) => Promise<RatingSnapshot>;
}

interface SnapshotEntry {
  snapshot: RatingSnapshot | undefined;
  taking: Promise<RatingSnapshot> | undefined;
}

/** Caches the rankings of large sets, so that the cost of a list does not depend on their size. */
export function createRatingSnapshots(
  clock: () => number = () => performance.now(),
  countFailed?: CountFailed,
  closing?: AbortSignal,
): RatingSnapshots {
  const entries = createBoundedCache<string, SnapshotEntry>({
    sizeMax: OPTIONS_MAX,
    entriesMax: SNAPSHOTS_MAX,
    sizeOf,
  });

  function entryOf(key: string): SnapshotEntry {
    const known = entries.use(key);
    if (known !== undefined) return known;
    const entry = { snapshot: undefined, taking: undefined };
    entries.set(key, entry);
    return entry;
  }

  async function takeInto(entry: SnapshotEntry, take: TakeSnapshot): Promise<RatingSnapshot> {
    try {
      entry.snapshot = await take(entry.snapshot);
      entries.evict();
      return entry.snapshot;
    } finally {
      entry.taking = undefined;
    }
  }

  function share(entry: SnapshotEntry, take: TakeSnapshot): Promise<RatingSnapshot> {
    entry.taking ??= takeInto(entry, take);
    return entry.taking;
  }

  const ageOf = ({ takenAt }: RatingSnapshot): number => clock() - takenAt;

  function kept(key: string, take: TakeSnapshot): RatingSnapshot | undefined {
    const entry = entryOf(key);
    const { snapshot } = entry;
    if (snapshot === undefined || ageOf(snapshot) >= MAX_AGE_MS) return undefined;
    // A failed update does not fail this request. The next request retries.
    if (ageOf(snapshot) >= UPDATE_AGE_MS) share(entry, take).catch(() => undefined);
    return snapshot;
  }

  return {
    assignments: createAssignments(clock),
    counts: createPollCounts(clock, countFailed),
    stored: createStoredRankings(clock, { closing }),
    clock,
    kept,

    get: async (key, take) => kept(key, take) ?? share(entryOf(key), take),

    async getCurrent(key, take) {
      const entry = entryOf(key);
      const snapshot = await take(entry.snapshot ?? (await share(entry, take)));
      if (entry.snapshot === undefined || snapshot.takenAt >= entry.snapshot.takenAt) {
        entry.snapshot = snapshot;
      }
      entries.evict();
      return snapshot;
    },

    async getUnshared(key, take) {
      const snapshot = entries.peek(key)?.snapshot;
      return snapshot !== undefined && ageOf(snapshot) < MAX_AGE_MS ? snapshot : take(snapshot);
    },
  };
}

/** A pair of options with comparisons takes a fraction of the memory of an option. */
const PAIRS_PER_OPTION = 20;

function sizeOf({ snapshot }: SnapshotEntry): number {
  if (snapshot === undefined) return 0;
  const { byId, rules } = snapshot.ranking;
  const pairs = snapshot.wins?.pairs ?? 0;
  return byId.length * Math.max(1, rules.categoryIds.length) + pairs / PAIRS_PER_OPTION;
}
