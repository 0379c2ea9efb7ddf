import { rowOf, type Transaction } from "../sql/queryable";
import { query } from "../sql/statement";

/** A mail about comments that must be queued. */
export interface DueNotice {
  readonly id: bigint;
  /** When the mail is due. It tells about the comments until then. */
  readonly dueAt: Date;
}

const claimSql = query<DueNotice>(
  "claim-comment-notice",
  `INSERT INTO comment_notices AS n (poll_id, option_id, due_at)
   VALUES ($1::bigint, $2::bigint, $3::timestamptz)
   ON CONFLICT (poll_id, option_id)
   DO UPDATE SET due_at = greatest(n.due_at + interval '1 hour', excluded.due_at)
   WHERE n.ended_at IS NULL AND n.due_at <= excluded.due_at
   RETURNING id, due_at`,
);

/**
 * Whether a comment needs a new mail, to the option's author, else to the poll's owner
 * (docs/reference/comments.md#mails). Undefined: one waits, or the person has unsubscribed.
 */
export async function claimCommentNotice(
  tx: Transaction,
  pollId: bigint,
  optionId: bigint | undefined,
  now: Date,
): Promise<DueNotice | undefined> {
  return rowOf(tx, claimSql(pollId, optionId ?? null, now));
}
