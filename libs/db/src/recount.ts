import type { Pool, PoolClient } from "pg";
import type { Db, Queryable, Transaction } from "./connect";
import { type Sql, sqlIn } from "./hot-query";
import { type RecountBatch, recountBatches, wholePolls } from "./recount-batches";
import { mendOptions, mendPolls, optionsOff, pollsOff } from "./recount-sql";

/** The class of the advisory lock of those who put counts right; polls are class 1, chores class 2. */
const RECOUNT_LOCK_CLASS = 3;

/** How many counts of a poll differ from what its votes and participants say; 0 is right. */
export const tallyDrift = (queryable: Queryable, pollId: bigint): Promise<number> =>
  countOff(sqlIn(queryable as Transaction), wholePolls([pollId]));

/**
 * Counts a poll anew from its votes and participants and puts the tallies right. Gives how many counts
 * were wrong: 0 unless other hands changed the rows.
 */
export async function recountPoll(tx: Transaction, pollId: bigint): Promise<number> {
  const sql = sqlIn(tx);
  const batch = wholePolls([pollId]);
  const off = await countOff(sql, batch);
  if (off > 0) await mend(sql, batch);
  return off;
}

export interface Recount {
  readonly polls: number;
  /** How many counts were wrong. */
  readonly drift: number;
}

/**
 * Counts polls anew, all of them without ids; puts right what is wrong if `repair`. Every batch is a
 * statement of its own that waits for nobody and that no voter waits for, and no time limit of the
 * pool holds for it (ADR 0007).
 */
export async function recountAll(
  db: Pick<Db, "pool">,
  options: { readonly pollIds?: readonly bigint[] | undefined; readonly repair: boolean },
): Promise<Recount> {
  const client = await db.pool.connect();
  try {
    await client.query(`SET statement_timeout = 0; SET lock_timeout = '1min'; SET work_mem = '64MB';
      SET max_parallel_workers_per_gather = 0`);
    const sql = patientSql(client);
    let drift = 0;
    let polls = 0;
    for await (const batch of recountBatches(sql, options.pollIds)) {
      const off = await countOff(sql, batch);
      if (off > 0 && options.repair) await mendAlone(client, batch);
      drift += off;
      polls += batch.withPolls ? batch.pollIds.length : 0;
    }
    return { polls, drift };
  } finally {
    // Its settings go with it.
    client.release(true);
  }
}

/** How many counts of a batch are wrong. */
export async function countOff(sql: Sql, batch: RecountBatch): Promise<number> {
  const [options] =
    batch.firstOption > batch.lastOption
      ? []
      : await sql<{ off: number }>({
          name: "options-off",
          text: optionsOff,
          values: optionValues(batch),
        });
  const [polls] = batch.withPolls
    ? await sql<{ off: number }>({ name: "polls-off", text: pollsOff, values: pollValues(batch) })
    : [];
  return (options?.off ?? 0) + (polls?.off ?? 0);
}

/** In a transaction of its own: what it adds must not be added twice, so that two wait for each other. */
async function mendAlone(client: PoolClient, batch: RecountBatch): Promise<void> {
  await client.query("BEGIN");
  try {
    await mend(patientSql(client), batch);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

async function mend(sql: Sql, batch: RecountBatch): Promise<void> {
  await sql({
    name: "recount-lock",
    text: "SELECT pg_advisory_xact_lock($1::int, 0)::text",
    values: [RECOUNT_LOCK_CLASS],
  });
  await sql({ name: "mend-options", text: mendOptions, values: optionValues(batch) });
  if (batch.withPolls)
    await sql({ name: "mend-polls", text: mendPolls, values: pollValues(batch) });
}

const pollValues = ({ pollIds }: RecountBatch): unknown[] => [pollIds.map(String)];
const optionValues = (batch: RecountBatch): unknown[] => [
  ...pollValues(batch),
  String(batch.firstOption),
  String(batch.lastOption),
];

const anHour = 3_600_000;

/** Statements planned for their values, without the pool's limit on how long an answer takes. */
export const patientSql =
  (client: PoolClient | Pool): Sql =>
  async <Row extends object>({ text, values }: { text: string; values: readonly unknown[] }) => {
    const query = { text, values: [...values], query_timeout: anHour };
    return (await client.query<Row>(query)).rows;
  };
