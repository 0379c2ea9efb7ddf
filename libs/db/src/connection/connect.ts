import { Socket } from "node:net";
import type { PoolConfig } from "pg";
import { PrismaClient } from "../generated/prisma/client";
import { HOME_SHARD } from "../shards/shard-numbers";
import { pgTransactions, poolAdapter } from "../sql/pg-adapter";
import { prismaSnapshots, prismaTransactions } from "../sql/prisma-adapter";
import { PrismaDriver } from "../sql/prisma-driver";
import type {
  PrismaQueryable,
  PrismaTransaction,
  Queryable,
  Transaction,
  TransactionSource,
} from "../sql/queryable";
import { boundPool } from "./bound-connection";
import { type Interruptible, InterruptiblePool, type PoolFigures } from "./interruptible-pool";
import { poolerClient } from "./pooler-client";
import type { ReadSource } from "./read-source";
import { openReplica, type Replica } from "./replica";
import { splitSchema } from "./server-url";
import { type ServerSettings, sessionSettings, startupOptions } from "./session-settings";
import {
  type DatabaseWatch,
  type WatchedServer,
  type WatchTimes,
  watchDatabase,
} from "./watch-database";

/** The database of a process. Model calls and statements share one pool. */
export interface Db extends ReadSource, PrismaQueryable, TransactionSource<PrismaTransaction> {
  readonly prisma: PrismaClient;
  /** Transactions of statements alone. Prisma compiles its queries by a module of 90 MB, which they do not load. */
  readonly statements: TransactionSource<Transaction>;
  readonly pipelined: Pipelined;
  /** The number of the shard that its statements work on (docs/adr/0035-polls-live-on-shelves.md). */
  readonly shard: number;
  /** Opens another shard, which the caller closes. The watch of this `Db` watches its connections too. */
  onShard(shard: { readonly number: number; readonly name: string }): Db;
  /** The maximum number of connections. On the shard `public` it includes the watch. */
  readonly connections: number;
  poolFigures(): Readonly<Record<"main" | "pipelined", PoolFigures>>;
  /** The replica for large reads, once it has all that was acknowledged; else this database. */
  largeReads(): Promise<ReadSource>;
  /** The read replica, if there is one. */
  readonly replica: Replica | undefined;
  /** Watches the clock and the link of the database, until `close`. */
  watch(times?: WatchTimes, wanted?: WatchedServer): DatabaseWatch;
  close(): Promise<void>;
}

/**
 * Further connections, for votes and jobs, opened when first needed. They send a statement before the last has its
 * result.
 */
export type Pipelined = Queryable & TransactionSource<Transaction>;

/** The proxy before the server: none, or a pooler with a connection per transaction (docs/operations.md#pgbouncer). */
export type Pooler = "none" | "transaction";

export interface ConnectOptions {
  /** `none` if absent. */
  readonly pooler?: Pooler;
  /** The maximum number of connections besides the pipelined ones; 10 if absent. */
  readonly max?: number;
  /** The maximum number of pipelined connections; 3 if absent. */
  readonly pipelined?: number;
  readonly applicationName?: string;
  /** Called for each connection that breaks. */
  readonly onError?: (error: Error) => void;
  /** A read replica, and the maximum number of connections to it. */
  readonly replica?: { readonly url: string; readonly max: number } | undefined;
  /** Other limits than those of the service, for tests. */
  readonly limits?: Partial<DatabaseLimits>;
}

/** Time limits for the database, in milliseconds (docs/reliability.md#slow-database). */
export interface DatabaseLimits {
  /** For a free or new connection, and the begin of a transaction. */
  readonly connectMs: number;
  readonly lockMs: number;
  readonly statementMs: number;
  /** For the result of a statement. A frozen server sends nothing, not even its own timeouts. */
  readonly answerMs: number;
  /** For a whole transaction, from its connection to its commit. */
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

/** Votes and jobs look up rows by keys, also while the statistics lag behind a table that grows fast. */
const byIndex: ServerSettings = {
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
};

/** The settings of a pool: those of its connections, or behind a pooler those of each transaction. */
const poolSettings = (settings: ServerSettings, pooler: Pooler): PoolConfig =>
  pooler === "transaction"
    ? { Client: poolerClient(settings) }
    : { options: startupOptions({ ...sessionSettings, ...settings }) };

/** Longer than the pauses of periodic work, which would open a new connection each time. */
const IDLE_MS = 90_000;

/**
 * Opens a database. It connects with the first query, and again after an outage. A query throws if it gets no
 * connection within 2 s.
 */
export const connectDatabase = (url: string, options: ConnectOptions = {}): Db =>
  connectShard(url, options, { number: HOME_SHARD, watched: new Set() });

function connectShard(
  url: string,
  options: ConnectOptions,
  { number, watched }: { readonly number: number; readonly watched: Set<Interruptible> },
): Db {
  const limits = { ...defaultLimits, ...options.limits };
  // Tables that the schema lacks are found in `public`.
  const { serverUrl, schema } = splitSchema(url);
  const settings: PoolConfig = {
    connectionString: serverUrl,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    query_timeout: limits.answerMs,
    ...(options.applicationName === undefined ? {} : { application_name: options.applicationName }),
  };
  const { max = 10, pipelined: pipelinedMax = PIPELINED_MAX, pooler = "none" } = options;
  // A statement outside of a transaction would run without the search path.
  if (schema !== undefined && pooler !== "none")
    throw new Error("a database with the parameter schema needs connections without a pooler");
  const limited: ServerSettings = {
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    // A warning with a commit means that its outcome is unknown.
    client_min_messages: "warning",
    ...(schema === undefined ? {} : { search_path: `${schema},public` }),
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
    adapter: new PrismaDriver(boundPool(pool, limits.transactionMs)),
    // The connection ends before this timeout. Otherwise Prisma would return it to the pool with pending statements.
    transactionOptions: { maxWait: limits.connectMs, timeout: 2 * limits.transactionMs },
  });
  for (const each of [pool, pipelined]) watched.add(each);
  const watches = new Set<DatabaseWatch>();
  const watch = (times?: WatchTimes, wanted?: WatchedServer): DatabaseWatch => {
    const config = { ...settings, query_timeout: 0, connectionTimeoutMillis: 0 };
    const added = watchDatabase(config, watched, times, wanted);
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
    shard: number,
    onShard: (shard) =>
      connectShard(atSchema(url, shard.name), atShard(options, shard.name), {
        number: shard.number,
        watched,
      }),
    connections: max + pipelinedMax + (number === HOME_SHARD ? WATCH_MAX : 0),
    poolFigures: () => ({ main: pool.figures, pipelined: pipelined.figures }),
    ...poolAdapter(pool),
    ...prismaTransactions(prisma),
    snapshot: prismaSnapshots(prisma),
    statements: pgTransactions(pool, limits.transactionMs),
    pipelined: { ...poolAdapter(pipelined), ...pgTransactions(pipelined, limits.transactionMs) },
    replica,
    largeReads: async () => (await replica?.source()) ?? db,
    watch,
    async close() {
      await replicaDb?.close();
      for (const each of [pool, pipelined]) watched.delete(each);
      await Promise.all([...watches].map((each) => each.close()));
      await prisma.$disconnect();
      await Promise.all([pool.end(), pipelined.end()]);
    },
  };
  return db;
}

function atSchema(url: string, schema: string): string {
  const address = new URL(url);
  address.searchParams.set("schema", schema);
  return address.toString();
}

const atShard = ({ replica, ...options }: ConnectOptions, schema: string): ConnectOptions => ({
  ...options,
  replica: replica && { ...replica, url: atSchema(replica.url, schema) },
});

/** Sends all data of one iteration of the event loop in one write, not in one per statement (docs/performance.md). */
class CoalescingSocket extends Socket {
  #uncorks = 0;

  override uncork(): void {
    this.#uncorks++;
    if (this.#uncorks > 1) return;
    process.nextTick(() => {
      const uncorks = this.#uncorks;
      this.#uncorks = 0;
      for (let n = 0; n < uncorks; n++) super.uncork();
    });
  }
}
