import { setTimeout as pause } from "node:timers/promises";
import type { Queryable } from "../sql/queryable";
import { query, type Statement } from "../sql/statement";
import type { ReadSource } from "./read-source";
import { allowedConnections } from "./server-facts";
import { isDatabaseUnavailable } from "./unavailable";
import type { DatabaseWatch } from "./watch-database";

export interface Replica {
  /** The replica, once it has everything that the primary acknowledged before this call. Undefined if it is unavailable or late. */
  source(): Promise<ReadSource | undefined>;
  /** Why large reads run on the primary; undefined if they run on the replica. */
  trouble(): Promise<"away" | "late" | undefined>;
  /** Details for operators. Throws if a server does not answer. */
  facts(): Promise<ReplicaFacts>;
}

/** The state of the replication between two servers. */
export interface ReplicaFacts {
  readonly isStandby: boolean;
  /** Whether it is a copy of the primary's database. */
  readonly sameDatabase: boolean;
  /** Whether it receives the log of a server now. */
  readonly receives: boolean;
  /** Whether the primary keeps rows that long reads on the replica need. */
  readonly feedback: boolean;
  /** The bytes of log that the primary had flushed and the replica has not replayed, after waiting as a read does; 0 on a primary. */
  readonly behindBytes: number;
  /** The number of connections that it allows, without those reserved for administrators. */
  readonly connections: number;
  /** The maximum number of connections from this process to it. */
  readonly opens: number;
}

/** How long a read waits for the replica. */
const CATCH_UP_MS = 300;
const ASK_EVERY_MS = 5;
/** After the replica was late or unavailable, reads skip it for this time. */
const REST_MS = 1_000;

// A commit is acknowledged once it is flushed. Later log entries are not flushed, so no client knows of them.
const positionSql = query<{ readonly position: string }>(
  "position-of-primary",
  "SELECT pg_current_wal_flush_lsn()::text AS position",
);
/** A promoted replica is no longer a replica. */
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
const replicaFactsSql = query<Omit<ReplicaFacts, "opens">>(
  "facts-of-replica",
  `SELECT pg_is_in_recovery() AS is_standby, ${identity} = $2::text AS same_database,
     EXISTS (SELECT FROM pg_stat_wal_receiver) AS receives,
     current_setting('hot_standby_feedback')::bool AS feedback,
     ${allowedConnections} AS connections,
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
  replica: ReadSource & Pick<ReplicaFacts, "connections">,
  watch: Pick<DatabaseWatch, "answers">,
): Replica {
  let restsUntil = 0;
  let looking: Promise<boolean> | undefined;
  let nextLook: Promise<boolean> | undefined;

  /** Queries the replica until it has caught up or the time limit of a read ends. Returns the last result. */
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
    const [row] = (await primary.run(positionSql())).rows;
    const answer = await askReplica(caughtUpSql(row?.position), (one) => one.caughtUp);
    return answer.caughtUp;
  }

  /** Whether reads may use the replica. Concurrent reads share one check, so that a late replica gets few queries. */
  function isAvailable(): Promise<boolean> {
    if (nextLook !== undefined) return nextLook;
    if (looking === undefined) return beginLook();
    // The running check may have queried the primary before this read began.
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
    const [row] = (await primary.run(primaryFactsSql())).rows;
    const statement = replicaFactsSql(row?.position, row?.identity);
    const answer = await askReplica(statement, ({ behindBytes }) => behindBytes === 0);
    return { ...answer, opens: replica.connections };
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
