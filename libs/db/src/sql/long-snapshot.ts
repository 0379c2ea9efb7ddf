import type { Db } from "../connection/connect";
import { beginSnapshot, commit, connectionAdapter } from "./pg-adapter";
import type { Queryable } from "./queryable";
import { command } from "./statement";

/** A long read ends after it has waited this long for its caller. */
const IDLE_MS = 60_000;

const idleSql = command(
  "long-snapshot-settings",
  `SELECT set_config('idle_in_transaction_session_timeout', '${IDLE_MS}', true)`,
);

/** Reads that all see one moment. */
export interface LongSnapshot {
  readonly tx: Queryable;
  /** After an error the connection is closed, because a statement may still be running. */
  readonly end: (outcome: "complete" | "failed") => Promise<void>;
}

/**
 * Begins long reads at one moment, on the replica if there is one. Holds a connection of the pool until `end`. Each
 * statement has its usual limits; the caller limits the whole.
 */
export async function beginLongSnapshot(db: Pick<Db, "largeReads">): Promise<LongSnapshot> {
  const { pool } = await db.largeReads();
  const client = await pool.connect();
  const tx = connectionAdapter(client);
  try {
    await tx.run(beginSnapshot());
    await tx.run(idleSql());
  } catch (error) {
    client.release(true);
    throw error;
  }
  return {
    tx,
    async end(outcome) {
      let failed = true;
      try {
        if (outcome === "failed") return;
        await tx.run(commit());
        failed = false;
      } finally {
        client.release(failed);
      }
    },
  };
}

/** Runs work in a long snapshot. */
export async function inLongSnapshot<Result>(
  db: Pick<Db, "largeReads">,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  const { tx, end } = await beginLongSnapshot(db);
  let outcome: "complete" | "failed" = "failed";
  try {
    const result = await work(tx);
    outcome = "complete";
    return result;
  } finally {
    await end(outcome);
  }
}
