import type { PoolClient } from "pg";
import type { Db } from "../connection/connect";
import { lockClasses } from "../sql/advisory-locks";
import { connectionAdapter, transactionOn } from "../sql/pg-adapter";
import type { Queryable, Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";
import { type RecountBatch, recountBatches, wholePolls } from "./recount-batches";
import { mendOptions, mendPolls, optionsOff, pollsOff } from "./recount-sql";

/** The number of wrong counts of a poll: those that differ from its votes and participants. */
export const tallyDrift = (queryable: Queryable, pollId: bigint): Promise<number> =>
  countOff(queryable, wholePolls([pollId]));

/**
 * Recounts a poll from its votes and participants, and repairs its tallies. Returns the number of wrong
 * counts: 0 unless rows were changed by hand.
 */
export async function recountPoll(tx: Transaction, pollId: bigint): Promise<number> {
  const batch = wholePolls([pollId]);
  const off = await countOff(tx, batch);
  if (off > 0) await mend(tx, batch);
  return off;
}

export interface Recount {
  readonly polls: number;
  /** The number of wrong counts. */
  readonly drift: number;
}

/**
 * Recounts polls, every one where `pollIds` is absent, and repairs wrong counts if `repair`. Each batch is
 * one statement without locks, and no time limit of the pool applies to it
 * (docs/adr/0007-votes-are-cast-in-shared-transactions.md).
 */
export async function recountAll(
  db: Pick<Db, "pool">,
  options: { readonly pollIds?: readonly bigint[] | undefined; readonly repair: boolean },
): Promise<Recount> {
  const client = await db.pool.connect();
  try {
    await client.query(`SET statement_timeout = 0; SET lock_timeout = '1min'; SET work_mem = '64MB';
      SET max_parallel_workers_per_gather = 0`);
    const connection = connectionAdapter(client, recountTimeout);
    let drift = 0;
    let polls = 0;
    for await (const batch of recountBatches(connection, options.pollIds)) {
      const off = await countOff(connection, batch);
      if (off > 0 && options.repair) await mendAlone(client, batch);
      drift += off;
      polls += batch.withPolls ? batch.pollIds.length : 0;
    }
    return { polls, drift };
  } finally {
    // The connection is closed, because it keeps the settings.
    client.release(true);
  }
}

const optionsOffSql = query<{ off: number }>("options-off", optionsOff);

const pollsOffSql = query<{ off: number }>("polls-off", pollsOff);

/** The number of wrong counts of a batch. */
export async function countOff(queryable: Queryable, batch: RecountBatch): Promise<number> {
  let off = 0;
  if (batch.firstOption <= batch.lastOption) {
    const { rows } = await queryable.run(optionsOffSql(...optionValues(batch)));
    off += rows[0]?.off ?? 0;
  }
  if (batch.withPolls) {
    const { rows } = await queryable.run(pollsOffSql(...pollValues(batch)));
    off += rows[0]?.off ?? 0;
  }
  return off;
}

/** In a transaction of its own, because two repairs must wait for each other, or both would add. */
const mendAlone = (client: PoolClient, batch: RecountBatch): Promise<void> =>
  transactionOn(client, (tx) => mend(tx, batch), recountTimeout);

const recountLockSql = command("recount-lock", "SELECT pg_advisory_xact_lock($1::int, 0)");

const mendOptionsSql = command("mend-options", mendOptions);

const mendPollsSql = command("mend-polls", mendPolls);

async function mend(tx: Transaction, batch: RecountBatch): Promise<void> {
  await tx.run(recountLockSql(lockClasses.recount));
  await tx.run(mendOptionsSql(...optionValues(batch)));
  if (batch.withPolls) await tx.run(mendPollsSql(...pollValues(batch)));
}

const pollValues = ({ pollIds }: RecountBatch): unknown[] => [pollIds.map(String)];
const optionValues = (batch: RecountBatch): unknown[] => [
  ...pollValues(batch),
  String(batch.firstOption),
  String(batch.lastOption),
];

/** A recount may take longer than the pool's limit. */
export const recountTimeout = { queryTimeoutMs: 3_600_000 } as const;
