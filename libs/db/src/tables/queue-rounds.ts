import type { Transaction } from "../sql/queryable";
import { command } from "../sql/statement";

/** A longer queue makes no difference to the turn of a job. */
export const LONG_QUEUE = 10_000;

/** A round of turns ends when this many jobs are served. */
export const SERVED_IN_A_ROUND = 8;

/**
 * After so many a queue that is empty counts from 0 again: priorities of jobs have an end, which lies a
 * million rounds further.
 */
const SERVED_MAX = 8_000_000;

/** A queue whose jobs take turns. */
export type RoundQueue = "media" | "media-slow" | "mail";

/** The place of a job among those that wait in a queue. */
export interface Turn {
  /** Older jobs of the same owner that wait: of a poll or of an account. */
  readonly ahead: number;
  /** Rounds that the queue has served: it rises, so that waiting jobs age. */
  readonly round: number;
}

/** The rounds that a queue has served, of the queue that an expression names. */
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
  "SELECT FROM attachments WHERE processed_at IS NULL AND option_id IS NOT NULL",
);
const countMailSql = countServed("count-served-mail", "SELECT FROM mails WHERE state = 'queued'");

/** Counts a job that a queue has served. Call it last: others that end wait for this transaction. */
export async function countServedJob(tx: Transaction, queue: RoundQueue): Promise<void> {
  await tx.run(queue === "mail" ? countMailSql(queue) : countUploadSql(queue));
}
