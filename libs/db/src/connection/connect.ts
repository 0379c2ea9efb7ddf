import type { PoolConfig } from "pg";
import { PrismaClient } from "../generated/prisma/client";
import { pgTransactions, poolAdapter } from "../sql/pg-adapter";
import { prismaSnapshots, prismaTransactions } from "../sql/prisma-adapter";
import type {
  PrismaQueryable,
  PrismaTransaction,
  Queryable,
  Transaction,
  TransactionSource,
} from "../sql/queryable";
import { ReadOnlySnapshots } from "../sql/read-only-snapshots";
import { boundPool } from "./bound-connection";
import { CoalescingSocket } from "./coalescing-socket";
import { InterruptiblePool, type PoolFigures } from "./interruptible-pool";
import { poolerClient, type ServerSettings } from "./pooler-client";
import type { ReadSource } from "./read-source";
import { openReplica, type Replica } from "./replica";
import {
  type DatabaseWatch,
  type WatchedServer,
  type WatchTimes,
  watchDatabase,
} from "./watch-database";

/** The database of a process. Model calls and statements share one pool. */
export interface Db extends ReadSource, PrismaQueryable, TransactionSource<PrismaTransaction> {
  readonly prisma: PrismaClient;
  readonly pipelined: Pipelined;
  /** The most connections that it opens, with those of its watch. */
  readonly connections: number;
  poolFigures(): Readonly<Record<"main" | "pipelined", PoolFigures>>;
  /**
   * Where large reads run: the replica, once it shows all that was acknowledged before this call; this
   * database if there is none, or where the replica is away or late.
   */
  largeReads(): Promise<ReadSource>;
  /** The read replica, if there is one. */
  readonly replica: Replica | undefined;
  /** Watches the clock and the link of the database, until `close`. */
  watch(times?: WatchTimes, wanted?: WatchedServer): DatabaseWatch;
  close(): Promise<void>;
}

/**
 * Further connections, for votes and jobs. They send a statement before the last has its result, and
 * find rows by keys. They connect when first needed.
 */
export type Pipelined = Queryable & TransactionSource<Transaction>;

/**
 * What stands between a process and the server: nothing, or a pooler that gives each transaction a
 * connection (PgBouncer's `pool_mode = transaction`; docs/operations.md#pgbouncer).
 */
export type Pooler = "none" | "transaction";

export interface ConnectOptions {
  /** `none` if absent. */
  readonly pooler?: Pooler;
  /** The most connections of the process, 10 if absent; the pipelined ones are further ones. */
  readonly max?: number;
  /** The most pipelined connections, 3 if absent. */
  readonly pipelined?: number;
  readonly applicationName?: string;
  /** Called for each connection that breaks. */
  readonly onError?: (error: Error) => void;
  /** A read replica, with the most connections to it. */
  readonly replica?: { readonly url: string; readonly max: number } | undefined;
  /** In place of the limits of the service, for tests. */
  readonly limits?: Partial<DatabaseLimits>;
}

/** How long anything waits for the database, in milliseconds (docs/reliability.md#frozen-database). */
export interface DatabaseLimits {
  /** A free or new connection, and the begin of a transaction. */
  readonly connectMs: number;
  readonly lockMs: number;
  readonly statementMs: number;
  /** The answer to a statement. A frozen server sends nothing, not even its own timeouts. */
  readonly answerMs: number;
  /** A whole transaction, from its connection to its commit. */
  readonly transactionMs: number;
  readonly idleInTransactionMs: number;
}

const defaultLimits: DatabaseLimits = {
  connectMs: 2_000,
  lockMs: 2_000,
  statementMs: 5_000,
  answerMs: 8_000,
  transactionMs: 8_000,
  idleInTransactionMs: 10_000,
};
const PIPELINED_MAX = 3;
/** A watch replaces its connection before it ends the old one. */
const WATCH_MAX = 2;

/**
 * Statements on votes and jobs look up rows by keys. The planner must do so too, although its
 * statistics lag behind a table that grows by thousands of rows a second.
 */
const byIndex: ServerSettings = {
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
};

/** The settings of a pool: those of its connections, or behind a pooler those of each transaction. */
const poolSettings = (settings: ServerSettings, pooler: Pooler): PoolConfig =>
  pooler === "transaction"
    ? { Client: poolerClient(settings) }
    : {
        options: Object.entries(settings)
          .map(([name, value]) => `-c ${name}=${value}`)
          .join(" "),
      };

/**
 * Opens a database. It connects with the first query, and again after an outage. A query that
 * gets no connection within 2 s throws.
 */
export function connectDatabase(url: string, options: ConnectOptions = {}): Db {
  const limits = { ...defaultLimits, ...options.limits };
  const address = new URL(url);
  // A parameter of Prisma, which the server refuses.
  address.searchParams.delete("schema");
  const settings: PoolConfig = {
    connectionString: address.toString(),
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    query_timeout: limits.answerMs,
    ...(options.applicationName === undefined ? {} : { application_name: options.applicationName }),
  };
  const { max = 10, pipelined: pipelinedMax = PIPELINED_MAX, pooler = "none" } = options;
  const limited: ServerSettings = {
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
  };
  const open = (more: PoolConfig, serverSettings: ServerSettings = {}) => {
    const pool = new InterruptiblePool({
      ...settings,
      ...more,
      ...poolSettings({ ...limited, ...serverSettings }, pooler),
    });
    // Without listeners, a broken connection ends the process.
    pool.on("connect", (client) => client.on("error", (error) => options.onError?.(error)));
    pool.on("error", () => undefined);
    return pool;
  };
  const pool = open({ max });
  const pipelined = open(
    { max: pipelinedMax, pipeline: true, stream: () => new CoalescingSocket() },
    byIndex,
  );
  const prisma = new PrismaClient({
    adapter: new ReadOnlySnapshots(boundPool(pool, limits.transactionMs)),
    // The connection ends first. Prisma alone would return it with statements that are still to come.
    transactionOptions: { maxWait: limits.connectMs, timeout: 2 * limits.transactionMs },
  });
  const watches = new Set<DatabaseWatch>();
  const watch = (times?: WatchTimes, wanted?: WatchedServer): DatabaseWatch => {
    const config = { ...settings, query_timeout: 0, connectionTimeoutMillis: 0 };
    const added = watchDatabase(config, [pool, pipelined], times, wanted);
    watches.add(added);
    return added;
  };
  const { replica: replicaOptions, ...others } = options;
  const replicaDb =
    replicaOptions &&
    connectDatabase(replicaOptions.url, { ...others, max: replicaOptions.max, pipelined: 1 });
  const replica =
    replicaDb && openReplica(poolAdapter(pool), replicaDb, replicaDb.watch(undefined, "any"));
  const db: Db = {
    prisma,
    pool,
    connections: max + pipelinedMax + WATCH_MAX,
    poolFigures: () => ({ main: pool.figures, pipelined: pipelined.figures }),
    ...poolAdapter(pool),
    ...prismaTransactions(prisma),
    snapshot: prismaSnapshots(prisma),
    pipelined: { ...poolAdapter(pipelined), ...pgTransactions(pipelined, limits.transactionMs) },
    replica,
    largeReads: async () => (await replica?.source()) ?? db,
    watch,
    async close() {
      await replicaDb?.close();
      await Promise.all([...watches].map((each) => each.close()));
      await prisma.$disconnect();
      await Promise.all([pool.end(), pipelined.end()]);
    },
  };
  return db;
}
