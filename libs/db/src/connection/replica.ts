import { setTimeout as pause } from "node:timers/promises";
import type { Queryable } from "../sql/queryable";
import { query } from "../sql/statement";
import type { ReadSource } from "./read-source";
import { isDatabaseUnavailable } from "./unavailable";
import type { DatabaseWatch } from "./watch-database";

/** A read replica: a standby that follows the primary. */
export interface Replica {
  /** The replica with all that the primary had acknowledged before this call; undefined where it is away or late. */
  source(): Promise<ReadSource | undefined>;
  /** Why large reads run on the primary; undefined where they run here. */
  trouble(): Promise<"away" | "late" | undefined>;
}

/** How long a read waits for the replica. */
const CATCH_UP_MS = 300;
const ASK_EVERY_MS = 5;
/** After the replica was late or away, reads do not ask it for this time. */
const REST_MS = 1_000;

// A commit is acknowledged once it is flushed. What is behind waits for the next flush, and no client knows of it.
const positionSql = query<{ readonly position: string }>(
  "position-of-primary",
  "SELECT pg_current_wal_flush_lsn()::text AS position",
);
/** A replica that was promoted is none any more. */
const caughtUpSql = query<{ readonly caughtUp: boolean }>(
  "position-of-replica",
  `SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS caught_up`,
);

/**
 * Opens a replica for reads that never show less than was acknowledged before: a read asks the primary for the
 * position up to which its log is flushed, and waits until the replica has replayed it (docs/operations.md#a-read-replica).
 */
export function openReplica(
  primary: Queryable,
  replica: ReadSource,
  watch: Pick<DatabaseWatch, "answers">,
): Replica {
  let restsUntil = 0;

  async function hasCaughtUp(): Promise<boolean> {
    const [asked] = (await primary.run(positionSql())).rows;
    const deadline = performance.now() + CATCH_UP_MS;
    for (;;) {
      const [found] = (await replica.run(caughtUpSql(asked?.position))).rows;
      if (found?.caughtUp === true) return true;
      if (performance.now() > deadline) return false;
      await pause(ASK_EVERY_MS);
    }
  }

  async function source(): Promise<ReadSource | undefined> {
    if (!watch.answers() || performance.now() < restsUntil) return undefined;
    try {
      if (await hasCaughtUp()) return replica;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
    restsUntil = performance.now() + REST_MS;
    return undefined;
  }

  return {
    source,
    async trouble() {
      if ((await source()) !== undefined) return undefined;
      return watch.answers() ? "late" : "away";
    },
  };
}
