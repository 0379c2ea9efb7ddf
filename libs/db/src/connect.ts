import { PrismaPg } from "@prisma/adapter-pg";
import { Pool, type PoolConfig } from "pg";
import { GatheringSocket } from "./gathering-socket";
import { type Prisma, PrismaClient } from "./generated/prisma/client";

/** The database as a process holds it: Prisma and hand-written SQL share one pool. */
export interface Db {
  readonly prisma: PrismaClient;
  readonly pool: Pool;
  /**
   * A few connections more, for votes and jobs: they send a statement without waiting for the answer to
   * the one before, and find rows by their keys. They connect when they are first needed.
   */
  readonly pipelined: Pool;
  close(): Promise<void>;
}

/** An open Prisma transaction. */
export type Transaction = Prisma.TransactionClient;

/** What a query needs, inside a transaction or outside of one. */
export type Queryable = PrismaClient | Transaction;

export interface ConnectOptions {
  /** Connections at most, the pipelined ones apart; everything of the process shares them. */
  readonly max?: number;
  /** Pipelined connections at most, 3 where nothing else is said. */
  readonly pipelined?: number;
  readonly applicationName?: string;
  /** Told about connections that broke; without it they are dropped silently. */
  readonly onError?: (error: Error) => void;
}

/** Reliability M1: no statement, lock or open transaction waits longer than this. */
const statementTimeoutMs = 5_000;
const lockTimeoutMs = 2_000;
const idleInTransactionTimeoutMs = 10_000;
const connectTimeoutMs = 2_000;
const PIPELINED_MAX = 3;

/**
 * Statements on votes and jobs look up rows by keys. They are planned so whatever the statistics say,
 * which lag behind a table that grows by thousands of rows a second.
 */
const byIndex = ["enable_seqscan", "enable_hashjoin", "enable_mergejoin"]
  .map((setting) => `-c ${setting}=off`)
  .join(" ");

/**
 * Opens a database; it connects with the first query, and again after an outage. A query that
 * gets no connection within 2 s rejects.
 */
export function connectDatabase(url: string, options: ConnectOptions = {}): Db {
  const address = new URL(url);
  // Prisma's own parameter; the server refuses it.
  address.searchParams.delete("schema");
  const settings: PoolConfig = {
    connectionString: address.toString(),
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    // A frozen server sends nothing, so that its own timeouts do not help.
    query_timeout: statementTimeoutMs + 3_000,
    ...(options.applicationName === undefined ? {} : { application_name: options.applicationName }),
  };
  const open = (more: PoolConfig) => {
    const pool = new Pool({ ...settings, ...more });
    // Without listeners, a connection that breaks ends the process, idle or in use.
    pool.on("connect", (client) => client.on("error", (error) => options.onError?.(error)));
    pool.on("error", () => undefined);
    return pool;
  };
  const pool = open({ max: options.max ?? 10 });
  const pipelined = open({
    max: options.pipelined ?? PIPELINED_MAX,
    pipeline: true,
    stream: () => new GatheringSocket(),
    options: byIndex,
  });
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: 2_000, timeout: 8_000 },
  });
  return {
    prisma,
    pool,
    pipelined,
    async close() {
      await prisma.$disconnect();
      await Promise.all([pool.end(), pipelined.end()]);
    },
  };
}
