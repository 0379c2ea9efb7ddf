import type { Queryable, Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";

/** Jobs behind more than this number get the same priority. */
export const LONG_QUEUE = 10_000;

/** A round ends after this number of served jobs. */
export const SERVED_IN_A_ROUND = 8;

/**
 * After this number, an empty queue counts from 0 again. Job priorities have a maximum, which is a
 * million rounds higher.
 */
const SERVED_MAX = 8_000_000;

/** A queue in which owners take turns. */
export type RoundQueue = "media" | "media-slow" | "mail";

/** The position of a waiting job in its queue. */
export interface Turn {
  /** The number of older waiting jobs of the same owner, a poll or an account. */
  readonly ahead: number;
  /**
   * The number of rounds that the queue has served. Because it grows, waiting jobs gain precedence
   * over later ones.
   */
  readonly round: number;
}

/** The number of rounds that a queue has served. `queue` is an SQL expression for its name. */
export const roundOf = (queue: string): string =>
  `coalesce((SELECT served / ${SERVED_IN_A_ROUND} FROM upload_rounds WHERE queue = ${queue}), 0)::int`;

const countServed = (name: string, waiting: string) =>
  command(
    name,
    `UPDATE upload_rounds SET served = CASE
       WHEN served >= ${SERVED_MAX} AND NOT EXISTS (${waiting}) THEN 0
       ELSE served + 1
     END
     WHERE queue = $1::text`,
  );

const countUploadSql = countServed(
  "count-served-upload",
  "SELECT FROM attachments WHERE processed_at IS NULL AND (option_id IS NOT NULL OR cover_of_poll_id IS NOT NULL)",
);
const countMailSql = countServed("count-served-mail", "SELECT FROM mails WHERE state = 'queued'");

/**
 * Counts a served job of a queue. Call it last: other jobs of the queue wait for this transaction.
 */
export async function countServedJob(tx: Transaction, queue: RoundQueue): Promise<void> {
  await tx.run(queue === "mail" ? countMailSql(queue) : countUploadSql(queue));
}

interface Served {
  readonly queue: string;
  readonly served: bigint;
}

const readServedSql = query<Served>(
  "read-rounds",
  "SELECT queue, served FROM upload_rounds ORDER BY queue",
);

const raiseServedSql = command(
  "raise-rounds",
  `UPDATE upload_rounds r SET served = known.served
   FROM unnest($1::text[], $2::bigint[]) AS known(queue, served)
   WHERE r.queue = known.queue AND r.served < known.served AND known.served - r.served < $3::bigint`,
);

/**
 * Brings the rounds of all shards to the greatest, because their jobs wait in the same queues. A shard whose rounds
 * began again stays there.
 */
export async function levelRounds(shards: readonly Queryable[]): Promise<void> {
  const all = await Promise.all(shards.map(async (db) => (await db.run(readServedSql())).rows));
  const greatest = new Map<string, bigint>();
  for (const { queue, served } of all.flat()) {
    if (served > (greatest.get(queue) ?? -1n)) greatest.set(queue, served);
  }
  const queues = [...greatest.keys()];
  const served = [...greatest.values()].map(String);
  for (const db of shards) await db.run(raiseServedSql(queues, served, SERVED_MAX / 2));
}
