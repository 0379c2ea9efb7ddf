import type { PoolClient } from "pg";
import type { Db } from "../connection/connect";
import { addToOptionTallies, type TallyRowChange } from "../options/option-tallies";
import { noteRatingChanges } from "../options/rating-changes";
import { addToPollTally } from "../polls/poll-tallies";
import { lockClasses } from "../sql/advisory-locks";
import { connectionAdapter, transactionOn } from "../sql/pg-adapter";
import { type Queryable, rowOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";
import { type RecountBatch, recountBatches } from "./recount-batches";
import { recountSkips } from "./recount-skips";
import { driftOfOptions, driftOfPolls } from "./recount-sql";
import {
  type Drift,
  nameWrongCounts,
  type PollDrift,
  WRONG_COUNTS_NAMED,
  type WrongCount,
} from "./wrong-counts";

/** Recounts single options of a poll from their votes. */
export async function recountOptions(
  tx: Transaction,
  pollId: bigint,
  optionIds: readonly bigint[],
): Promise<void> {
  for (const id of optionIds) {
    const range = { firstOption: id, lastOption: id };
    await repairBatch(tx, { pollIds: [pollId], ...range, withPolls: false });
  }
}

export interface Recount {
  readonly polls: number;
  /** The wrong counts, and votes that count on skipped steps or for more than their value. */
  readonly drift: number;
  readonly wrong: readonly WrongCount[];
}

/**
 * Recounts the polls `pollIds`, or all polls, and repairs wrong counts if `repair` is true. Each
 * batch is one statement without locks. The statement timeout of the pool does not apply
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
    const wrong: WrongCount[] = [];
    for await (const batch of recountBatches(connection, options.pollIds)) {
      if (batch.withPolls) {
        drift += await countOverpaidVotes(connection, batch.pollIds);
        drift += await recountSkips(client, batch.pollIds, { ...recountTimeout, ...options });
      }
      const batchDrift = await findDrift(connection, batch);
      wrong.push(
        ...(await nameWrongCounts(connection, batchDrift, WRONG_COUNTS_NAMED - wrong.length)),
      );
      const off = driftOf(batchDrift);
      if (off > 0 && options.repair) await repairInTransaction(client, batch);
      drift += off;
      polls += batch.withPolls ? batch.pollIds.length : 0;
    }
    return { polls, drift, wrong };
  } finally {
    // Close the connection, because its session settings were changed.
    client.release(true);
  }
}

const driftOfOptionsSql = query<TallyRowChange>("drift-of-options", driftOfOptions);

const driftOfPollsSql = query<PollDrift>("drift-of-polls", driftOfPolls);

const overpaidSql = query<{ votes: number }>(
  "count-overpaid-votes",
  `SELECT count(*)::int AS votes FROM votes
   WHERE poll_id = ANY($1::bigint[]) AND paid_votes > coalesce(value, 0)`,
);

/** The number of votes that count for more than their value. A recount cannot repair them. */
const countOverpaidVotes = async (queryable: Queryable, pollIds: readonly bigint[]) =>
  (await rowOf(queryable, overpaidSql(pollIds.map(String))))?.votes ?? 0;

/** The wrong counts of a batch, with the missing amounts. */
export async function findDrift(
  queryable: Queryable,
  { pollIds, firstOption, lastOption, withPolls }: RecountBatch,
): Promise<Drift> {
  const ids = pollIds.map(String);
  const options =
    firstOption <= lastOption
      ? await queryable.run(driftOfOptionsSql(ids, String(firstOption), String(lastOption)))
      : undefined;
  const polls = withPolls ? await queryable.run(driftOfPollsSql(ids)) : undefined;
  return { options: options?.rows ?? [], polls: polls?.rows ?? [] };
}

/** The number of wrong counts. */
export const driftOf = ({ options, polls }: Drift): number => options.length + polls.length;

/** Repairs a batch in a separate transaction. */
const repairInTransaction = (client: PoolClient, batch: RecountBatch): Promise<void> =>
  transactionOn(client, (tx) => repairBatch(tx, batch), recountTimeout);

const recountLockSql = command("recount-lock", "SELECT pg_advisory_xact_lock($1::int, 0)");

const keepOptionsSql = query<{ id: bigint }>(
  "keep-options",
  "SELECT id FROM options WHERE id = ANY($1::bigint[]) ORDER BY id FOR KEY SHARE",
);

const keepPollsSql = query<{ id: bigint }>(
  "keep-polls",
  "SELECT id FROM polls WHERE id = ANY($1::bigint[]) ORDER BY id FOR KEY SHARE",
);

/**
 * Adds the missing amounts, so that concurrent votes stay counted; deleted options and polls are skipped. Repairs wait
 * for each other, because two at once would add them twice.
 */
async function repairBatch(tx: Transaction, batch: RecountBatch): Promise<void> {
  await tx.run(recountLockSql(lockClasses.recount));
  const { options, polls } = await findDrift(tx, batch);
  const optionIds = options.map(({ optionId }) => optionId);
  const kept = new Set((await tx.run(keepOptionsSql(optionIds))).rows.map(({ id }) => id));
  await addToOptionTallies(
    tx,
    options.filter(({ optionId }) => kept.has(optionId)),
  );
  await noteRatingChanges(tx, [...kept]);
  const pollIds = polls.map(({ pollId }) => pollId);
  const keptPolls = new Set((await tx.run(keepPollsSql(pollIds))).rows.map(({ id }) => id));
  for (const { pollId, ...lack } of polls) {
    if (keptPolls.has(pollId)) await addToPollTally(tx, pollId, lack);
  }
}

/** The timeout of a recount, which may exceed that of the pool. */
export const recountTimeout = { queryTimeoutMs: 3_600_000 } as const;
