import type { ChangeCursor, ChangeEnd } from "@polls/db";
import { ordered, type Ranking, type ScoredOption } from "@polls/domain/ratings";
import { inSlices } from "./in-slices";

/** Decisions 6: rank, best, selected and orders by rating may be so old, and no older. */
const MAX_AGE_MS = 2_000;
/** From this age on a snapshot is followed up while it still serves. */
const FOLLOW_UP_AGE_MS = 1_000;
/** Options of all snapshots together that are kept in memory, at about 300 bytes each. */
const OPTIONS_MAX = 500_000;
const SNAPSHOTS_MAX = 1_000;

/** How the options of one set stood at one moment, and from where on to follow what changes. */
export interface RatingSnapshot {
  /** Orders of lists are added when they are first asked for. */
  ranking: Ranking;
  /** When it was exact, in milliseconds. */
  readonly takenAt: number;
  /** When all of the set was last read. */
  readonly wholeAt: number;
  /** Undefined: it can only be taken anew, as a whole. */
  readonly cursor: ChangeCursor | undefined;
  /** Becomes the cursor once every transaction from before it has ended. */
  readonly end: ChangeEnd | undefined;
  /** Orders that are being made. */
  readonly making: Map<string, Promise<readonly ScoredOption[]>>;
}

/** Takes a snapshot: from the one before, or as a whole. */
export type TakeSnapshot = (before: RatingSnapshot | undefined) => Promise<RatingSnapshot>;

export interface RatingSnapshots {
  /** Milliseconds. */
  readonly clock: () => number;
  /** The snapshot of a key, followed up once it is too old; those who ask meanwhile share it. */
  readonly get: (key: string, take: TakeSnapshot) => Promise<RatingSnapshot>;
  /** The snapshot of a key as of now: whoever asks has it followed up. */
  readonly getNow: (key: string, take: TakeSnapshot) => Promise<RatingSnapshot>;
  /** One for a transaction, which sees what nobody else does: what it takes is not kept. */
  readonly getAlone: (key: string, take: TakeSnapshot) => Promise<RatingSnapshot>;
}

interface Kept {
  snapshot: RatingSnapshot | undefined;
  taking: Promise<RatingSnapshot> | undefined;
}

/** Keeps how large sets stand, so that a list costs the same however many options there are. */
export function createRatingSnapshots(clock: () => number = Date.now): RatingSnapshots {
  const kept = new Map<string, Kept>();

  function entryOf(key: string): Kept {
    const entry = kept.get(key) ?? { snapshot: undefined, taking: undefined };
    // Insertion order is age: what nobody asked for longest goes first.
    kept.delete(key);
    kept.set(key, entry);
    return entry;
  }

  function forgetOldest(): void {
    let options = [...kept.values()].reduce((sum, entry) => sum + sizeOf(entry), 0);
    for (const [key, entry] of kept) {
      if (kept.size === 1 || (options <= OPTIONS_MAX && kept.size <= SNAPSHOTS_MAX)) break;
      kept.delete(key);
      options -= sizeOf(entry);
    }
  }

  async function take(entry: Kept, how: TakeSnapshot): Promise<RatingSnapshot> {
    try {
      entry.snapshot = await how(entry.snapshot);
      forgetOldest();
      return entry.snapshot;
    } finally {
      entry.taking = undefined;
    }
  }

  function share(entry: Kept, how: TakeSnapshot): Promise<RatingSnapshot> {
    entry.taking ??= take(entry, how);
    return entry.taking;
  }

  const ageOf = ({ takenAt }: RatingSnapshot): number => clock() - takenAt;

  return {
    clock,

    async get(key, how) {
      const entry = entryOf(key);
      const { snapshot } = entry;
      if (snapshot === undefined || ageOf(snapshot) >= MAX_AGE_MS) return share(entry, how);
      // Who is served meanwhile does not learn of a failure; who asks next takes it again.
      if (ageOf(snapshot) >= FOLLOW_UP_AGE_MS) share(entry, how).catch(() => undefined);
      return snapshot;
    },

    async getNow(key, how) {
      const entry = entryOf(key);
      const snapshot = await how(entry.snapshot ?? (await share(entry, how)));
      if (entry.snapshot === undefined || snapshot.takenAt >= entry.snapshot.takenAt) {
        entry.snapshot = snapshot;
      }
      forgetOldest();
      return snapshot;
    },

    async getAlone(key, how) {
      const snapshot = kept.get(key)?.snapshot;
      return snapshot !== undefined && ageOf(snapshot) < MAX_AGE_MS ? snapshot : how(snapshot);
    },
  };
}

const sizeOf = ({ snapshot }: Kept): number => snapshot?.ranking.byId.length ?? 0;

/** One order of the options of a snapshot, made when first asked for and carried on. */
export function orderOf(snapshot: RatingSnapshot, name: string): Promise<readonly ScoredOption[]> {
  const known = snapshot.ranking.orders.get(name);
  if (known !== undefined) return Promise.resolve(known);
  const making = snapshot.making.get(name) ?? make(snapshot, name);
  snapshot.making.set(name, making);
  return making;
}

async function make(snapshot: RatingSnapshot, name: string): Promise<readonly ScoredOption[]> {
  const order = await inSlices(ordered(snapshot.ranking, name));
  const { ranking } = snapshot;
  snapshot.ranking = { ...ranking, orders: new Map([...ranking.orders, [name, order]]) };
  return order;
}
