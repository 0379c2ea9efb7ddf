import type { Db } from "../connection/connect";
import type { ReadSource } from "../connection/read-source";
import { isDatabaseUnavailable } from "../connection/unavailable";
import type { PrismaQueryable } from "./queryable";

declare const snapshot: unique symbol;

/** A read-only transaction that sees the database at one moment (docs/adr/0018-a-read-sees-one-moment.md). */
export interface ReadSnapshot extends PrismaQueryable {
  /** Only `inSnapshot` creates this type, so passing a pool is a compile error. */
  readonly [snapshot]: true;
  /**
   * Returns the result of work that must not hold the snapshot's connection, such as loading a
   * cache or writing. The work runs once for each `key` of a read, after the snapshot ends. Then
   * the read restarts in a new snapshot.
   */
  outside<Result>(key: string, work: (db: Db) => Promise<Result>): Result;
  /** Ends the snapshot, runs `work`, and restarts the read, which then finds the loaded data. */
  restartAfter(work: (db: Db) => Promise<unknown>): never;
  /** The database outside of the snapshot, for background work that the read does not wait for. */
  readonly outer: Db;
}

/** Maximum number of attempts. A read that restarts more often is a defect. */
const ATTEMPTS = 20;

/** Ends a snapshot because the read waits for work outside of it. */
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
  /** Whether the read is expensive and may run on the replica (docs/operations.md#a-read-replica). */
  readonly large?: boolean;
}

/** Runs a read whose statements all see one moment. `work` may run several times, so it must only read. */
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
