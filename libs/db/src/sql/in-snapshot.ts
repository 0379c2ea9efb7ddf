import type { Db } from "../connection/connect";
import type { ReadSource } from "../connection/read-source";
import { isDatabaseUnavailable } from "../connection/unavailable";
import type { PrismaQueryable } from "./queryable";

declare const snapshot: unique symbol;

/** A read-only transaction that sees the database at one moment (docs/adr/0018-a-read-sees-one-moment.md). */
export interface ReadSnapshot extends PrismaQueryable {
  /** Only `inSnapshot` makes one, so that a pool does not compile in its place. */
  readonly [snapshot]: true;
  /**
   * The result of work that must not hold the snapshot's connection: loads into a cache, writes. The work
   * runs between two snapshots, once for each `key` of a read; the read begins again after it.
   */
  outside<Result>(key: string, work: (db: Db) => Promise<Result>): Result;
  /** Ends the snapshot, does work outside of it, and begins the read again: what the work loaded is found then. */
  restartAfter(work: (db: Db) => Promise<unknown>): never;
  /** For work in the background, which the read does not wait for. */
  readonly outer: Db;
}

/** A read that begins more often is a defect. */
const ATTEMPTS = 20;

/** Ends a snapshot whose read waits for work outside of it. */
class WorkOutside extends Error {
  constructor(
    readonly key: string | undefined,
    readonly work: (db: Db) => Promise<unknown>,
  ) {
    super("a read needs work outside of its snapshot");
    this.name = "WorkOutside";
  }
}

export interface SnapshotOptions {
  /** Whether it reads much: it runs on the replica, if there is one (docs/operations.md#a-read-replica). */
  readonly large?: boolean;
}

/**
 * Runs a read whose statements all see the database at one moment, in a read-only transaction. `work` may
 * run several times (`ReadSnapshot.outside`), so it must do nothing but read.
 */
export async function inSnapshot<Result>(
  db: Db,
  work: (snapshot: ReadSnapshot) => Promise<Result>,
  { large = false }: SnapshotOptions = {},
): Promise<Result> {
  const results = new Map<string, unknown>();
  function outside<Found>(key: string, task: (db: Db) => Promise<Found>): Found {
    if (!results.has(key)) throw new WorkOutside(key, task);
    return results.get(key) as Found;
  }
  function restartAfter(task: (db: Db) => Promise<unknown>): never {
    throw new WorkOutside(undefined, task);
  }
  const outer = { outside, restartAfter, outer: db };
  let onReplica = large;
  for (let attempt = 1; ; attempt++) {
    const source: ReadSource = onReplica ? await db.largeReads() : db;
    try {
      return await source.snapshot((tx) => work({ ...tx, ...outer } as unknown as ReadSnapshot));
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      if (error instanceof WorkOutside) {
        const result = await error.work(db);
        if (error.key !== undefined) results.set(error.key, result);
      } else if (source !== db && isDatabaseUnavailable(error)) onReplica = false;
      else throw error;
    }
  }
}
