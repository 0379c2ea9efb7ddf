import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "@polls/db/connection";
import {
  type ChangeCursor,
  endOfChanges,
  keepRanking,
  readKeptRanking,
  stateOfKeptRanking,
} from "@polls/db/options";
import type { PrismaQueryable } from "@polls/db/sql";
import type { RatingRules } from "@polls/domain/ratings";
import type { RatedSet } from "./load-siblings";
import { packRanking, type StoredFigures, unpackRanking } from "./ranking-columns";
import { cursorAfter, type RatingSnapshot } from "./rating-snapshot";

/** The form of the columns and of what they mean. Other forms are not read. */
const FORM = 1;
/** A ranking with fewer options and pairs is read as fast as a stored one. */
const STORED_FROM = 5_000;
/** The most bytes of a stored ranking, and of its columns. */
const STORED_BYTES_MAX = 8_000_000;
const COLUMN_BYTES_MAX = 80_000_000;
/** A ranking is stored at most this often by all gateways together, and this long after it was read. */
const STORE_EVERY_MS = 60_000;
const STORE_AFTER_MS = 2_000;
/** The most sets that wait to be stored. */
const WAITING_MAX = 100;

export interface FollowedFigures extends StoredFigures {
  readonly cursor: ChangeCursor;
}

/**
 * Rankings of large sets in the database, for gateways that start
 * (docs/adr/0140-rankings-are-stored-for-gateways-that-start.md).
 */
export interface StoredRankings {
  /** Undefined: none is stored for these rules. */
  readonly read: (
    queryable: PrismaQueryable,
    set: RatedSet,
    rules: RatingRules,
  ) => Promise<FollowedFigures | undefined>;
  /** Whether the changes after the cursor of a ranking that was read still existed before this call. */
  readonly isFollowed: (
    queryable: PrismaQueryable,
    set: RatedSet,
    cursor: ChangeCursor,
  ) => Promise<boolean>;
  /** Stores the newest ranking of a set that this is called with, soon. */
  readonly storeLater: (db: Db, set: RatedSet, snapshot: RatingSnapshot) => void;
  /** Stores a ranking now, unless it is too small, too large, or cannot be followed. */
  readonly store: (db: Db, set: RatedSet, snapshot: RatingSnapshot) => Promise<void>;
}

interface Waiting {
  readonly db: Db;
  readonly set: RatedSet;
  readonly snapshot: RatingSnapshot;
}

interface StoredOptions {
  readonly storedFrom?: number;
  readonly everyMs?: number;
  readonly afterMs?: number;
  readonly closing?: AbortSignal | undefined;
}

/** `clock` is in milliseconds. What is not stored when `closing` is aborted, is not stored any more. */
export function createStoredRankings(
  clock: () => number = () => performance.now(),
  {
    storedFrom = STORED_FROM,
    everyMs = STORE_EVERY_MS,
    afterMs = STORE_AFTER_MS,
    closing,
  }: StoredOptions = {},
): StoredRankings {
  const waiting = new Map<string, Waiting>();
  const storedAt = new Map<string, number>();

  const isWorthIt = ({ ranking, wins, cursor, stored }: RatingSnapshot): boolean =>
    !stored && cursor !== undefined && ranking.byId.length + (wins?.pairs ?? 0) >= storedFrom;

  async function store(db: Db, set: RatedSet, snapshot: RatingSnapshot): Promise<void> {
    if (!isWorthIt(snapshot) || snapshot.cursor === undefined) return;
    const key = keyOf(set);
    const cursor = cursorAfter(snapshot, await endOfChanges(db, set.poll.id)) ?? snapshot.cursor;
    const settings = settingsOf(set, snapshot.ranking.rules);
    const state = await stateOfKeptRanking(db, key);
    const isSame =
      state?.settings === settings &&
      state.voteId === cursor.voteId &&
      state.changeId === cursor.changeId;
    if (isSame || (state?.settings === settings && state.ageMs < everyMs)) return;
    const figures = await packRanking(snapshot);
    if (figures.length <= STORED_BYTES_MAX)
      await keepRanking(db, key, { ...cursor, settings, figures });
  }

  async function storeWaiting(name: string): Promise<void> {
    const next = waiting.get(name);
    waiting.delete(name);
    if (next === undefined) return;
    storedAt.delete(name);
    storedAt.set(name, clock());
    if (storedAt.size > WAITING_MAX) storedAt.delete([...storedAt.keys()][0] ?? name);
    // A ranking that is not stored is read as a whole.
    await store(next.db, next.set, next.snapshot).catch(() => undefined);
  }

  return {
    store,

    async read(queryable, set, rules) {
      const kept = await readKeptRanking(queryable, keyOf(set), settingsOf(set, rules));
      if (kept === undefined) return undefined;
      const { voteId, changeId } = kept;
      const figures = await unpackRanking(kept.figures, rules, { bytesMax: COLUMN_BYTES_MAX });
      return figures && { ...figures, cursor: { voteId, changeId } };
    },

    async isFollowed(queryable, set, { voteId, changeId }) {
      const state = await stateOfKeptRanking(queryable, keyOf(set));
      return state?.voteId === voteId && state.changeId === changeId;
    },

    storeLater(db, set, snapshot) {
      if (!isWorthIt(snapshot)) return;
      const name = [db.shard, set.poll.id, set.parent?.id ?? 0n].join(":");
      const waits = waiting.has(name);
      if (!waits && waiting.size >= WAITING_MAX) return;
      waiting.set(name, { db, set, snapshot });
      if (waits) return;
      const restMs = everyMs - (clock() - (storedAt.get(name) ?? Number.NEGATIVE_INFINITY));
      pause(Math.max(afterMs, restMs), undefined, { ref: false, signal: closing }).then(
        () => storeWaiting(name),
        () => undefined,
      );
    },
  };
}

const keyOf = ({ poll, parent }: RatedSet) => ({ pollId: poll.id, parentId: parent?.id });

/** What the figures of a set depend on, other than its votes and options. */
const settingsOf = ({ poll, parent }: RatedSet, rules: RatingRules): string => {
  const { type, method, target, categoryIds, optionCount } = rules;
  const ofParent = [parent?.type, parent?.settings];
  return JSON.stringify([
    FORM,
    poll.version,
    ofParent,
    type.name,
    method,
    target,
    categoryIds,
    optionCount,
  ]);
};
