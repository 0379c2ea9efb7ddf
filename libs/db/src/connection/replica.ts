import { setTimeout as pause } from "node:timers/promises";
import type { Queryable } from "../sql/queryable";
import { query, type Statement } from "../sql/statement";
import type { ReadSource } from "./read-source";
import { isDatabaseUnavailable } from "./unavailable";
import type { DatabaseWatch } from "./watch-database";

/** A read replica: a standby that follows the primary. */
export interface Replica {
  /** The replica with all that the primary had acknowledged before this call; undefined where it is away or late. */
  source(): Promise<ReadSource | undefined>;
  /** Why large reads run on the primary; undefined where they run here. */
  trouble(): Promise<"away" | "late" | undefined>;
  /** A closer look, for operators. Throws where a server does not answer. */
  facts(): Promise<ReplicaFacts>;
}

/** What two servers say about how one follows the other. */
export interface ReplicaFacts {
  readonly isStandby: boolean;
  /** Whether it is a copy of the primary's database. */
  readonly sameDatabase: boolean;
  /** Whether it receives the log of a server now. */
  readonly receives: boolean;
  /** Whether the primary keeps rows that long reads of it need. */
  readonly feedback: boolean;
  /** The log that it has not replayed of what the primary had flushed, after a wait as of a read; 0 on a primary. */
  readonly behindBytes: number;
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

const identity = `(SELECT system_identifier FROM pg_control_system()) || '/' ||
  (SELECT oid FROM pg_database WHERE datname = current_database())`;
const primaryFactsSql = query<{ readonly position: string; readonly identity: string }>(
  "facts-of-primary",
  `SELECT pg_current_wal_flush_lsn()::text AS position, ${identity} AS identity`,
);
const replicaFactsSql = query<ReplicaFacts>(
  "facts-of-replica",
  `SELECT pg_is_in_recovery() AS is_standby, ${identity} = $2::text AS same_database,
     EXISTS (SELECT FROM pg_stat_wal_receiver) AS receives,
     current_setting('hot_standby_feedback')::bool AS feedback,
     CASE WHEN pg_is_in_recovery()
       THEN greatest(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0) ELSE 0
     END::float8 AS behind_bytes`,
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
  let looking: Promise<boolean> | undefined;
  let nextLook: Promise<boolean> | undefined;

  /** Asks the replica until it has caught up, or a read would wait no longer. Returns its last answer. */
  async function askReplica<Row extends object>(
    statement: Statement<Row>,
    caughtUp: (answer: Row) => boolean,
  ): Promise<Row> {
    const deadline = performance.now() + CATCH_UP_MS;
    for (;;) {
      const [answer] = (await replica.run(statement)).rows;
      if (answer === undefined) throw new Error("the replica says nothing about itself");
      if (caughtUp(answer) || performance.now() > deadline) return answer;
      await pause(ASK_EVERY_MS);
    }
  }

  async function hasCaughtUp(): Promise<boolean> {
    const [asked] = (await primary.run(positionSql())).rows;
    const answer = await askReplica(caughtUpSql(asked?.position), (one) => one.caughtUp);
    return answer.caughtUp;
  }

  /** Whether reads may use the replica. Concurrent reads share a look, so that a late replica is not asked by each. */
  function isAvailable(): Promise<boolean> {
    if (nextLook !== undefined) return nextLook;
    if (looking === undefined) return beginLook();
    // The running look may have asked the primary before this read began.
    nextLook = looking.then(beginLook, beginLook);
    return nextLook;
  }

  function beginLook(): Promise<boolean> {
    nextLook = undefined;
    looking = look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  const mayAsk = () => watch.answers() && performance.now() >= restsUntil;

  async function look(): Promise<boolean> {
    if (!mayAsk()) return false;
    try {
      if (await hasCaughtUp()) return true;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
    restsUntil = performance.now() + REST_MS;
    return false;
  }

  const source = async () => (mayAsk() && (await isAvailable()) ? replica : undefined);

  async function facts(): Promise<ReplicaFacts> {
    const [asked] = (await primary.run(primaryFactsSql())).rows;
    const statement = replicaFactsSql(asked?.position, asked?.identity);
    return askReplica(statement, ({ behindBytes }) => behindBytes === 0);
  }

  return {
    source,
    facts,
    async trouble() {
      if ((await source()) !== undefined) return undefined;
      return watch.answers() ? "late" : "away";
    },
  };
}
