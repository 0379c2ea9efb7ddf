import type { PrismaTransaction, Queryable, Transaction } from "@polls/db/sql";

/** One batch of a shard in its own transaction: the number of rows, 0 if none is left. */
type Batch<Tx extends Transaction> = (tx: Tx, now: Date, shard: number) => Promise<number>;

interface Task {
  readonly name: string;
  /** Of tables that all shards share: it is done once. */
  readonly ofCommonTables?: true;
  /** Once it found nothing, it looks again after this time. Others look in each round. */
  readonly restMs?: number;
}

export interface StatementTask extends Task {
  readonly batch: Batch<Transaction>;
}

/** A task with model calls. It opens a transaction of Prisma only if it has work. */
export interface ModelTask extends Task {
  readonly hasWork: (db: Queryable, shard: number, now: Date) => Promise<boolean>;
  readonly modelBatch: Batch<PrismaTransaction>;
}

export type MaintenanceTask = StatementTask | ModelTask;
