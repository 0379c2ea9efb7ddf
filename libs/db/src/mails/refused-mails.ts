import { changesOf, columnOf, type Queryable, rowsOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";

/** A mail that waits or failed because a server refused it. */
export interface RefusedMail {
  readonly id: bigint;
  readonly kind: string;
  readonly state: string;
  readonly fault: string | null;
  readonly problem: string;
  readonly domain: string;
  readonly createdAt: Date;
}

const refused = "problem IS NOT NULL AND state IN ('queued', 'failed')";

const listSql = query<RefusedMail>(
  "list-refused-mails",
  `SELECT id, kind, state, fault, problem, split_part(address, '@', -1) AS domain, created_at
   FROM mails WHERE ${refused} ORDER BY id DESC LIMIT $1::int`,
);

/** The newest refused mails, with the domains of their addresses. */
export const listRefusedMails = (queryable: Queryable, limit: number) =>
  rowsOf(queryable, listSql(limit));

// An invitation whose address was invited again is left out, because that mail replaces it.
const queueSql = query<{ id: bigint; kind: string }>(
  "queue-refused-mails",
  `UPDATE mails m SET state = 'queued', settled_at = NULL
   WHERE ${refused} AND state = 'failed' AND ($1::bigint[] IS NULL AND fault = 'us' OR id = ANY($1::bigint[]))
     AND NOT EXISTS (
       SELECT FROM invitations old JOIN invitations newer
         ON newer.poll_id = old.poll_id AND newer.id > old.id AND lower(newer.email) = lower(old.email)
       WHERE old.id = m.invitation_id)
   RETURNING id, kind`,
);

/**
 * Queues failed mails again: the given ones, or all that failed by our fault. The caller sends the jobs in the same
 * transaction.
 */
export const queueRefusedMails = (tx: Transaction, ids: readonly string[] | undefined) =>
  rowsOf(tx, queueSql(ids ?? null));

const waitingSql = query<{ id: bigint }>(
  "waiting-refused-mails",
  `SELECT id FROM mails WHERE ${refused} AND state = 'queued' AND ($1::bigint[] IS NULL OR id = ANY($1::bigint[]))`,
);

const hurrySql = command(
  "hurry-jobs",
  `UPDATE outbox SET next_look_at = statement_timestamp()
   WHERE job = $1::text AND done_at IS NULL AND dead_at IS NULL AND payload ->> 'mailId' = ANY($2::text[])`,
);

/**
 * Lets the relay look at jobs of waiting refused mails now: the given ones, or all. A job that runs is left. Returns
 * their number.
 */
export async function hurryRefusedMails(
  tx: Transaction,
  job: string,
  ids: readonly string[] | undefined,
): Promise<number> {
  const waiting = await columnOf(tx, waitingSql(ids ?? null), "id");
  return waiting.length === 0 ? 0 : changesOf(tx, hurrySql(job, waiting));
}
