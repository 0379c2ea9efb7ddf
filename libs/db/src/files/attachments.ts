import { LONG_QUEUE, type RoundQueue, roundOf, type Turn } from "../outbox/queue-rounds";
import {
  columnOf,
  type PrismaQueryable,
  type Queryable,
  rowOf,
  rowsOf,
  type Transaction,
} from "../sql/queryable";
import { query } from "../sql/statement";

// The poll of each waiting row is looked up by key, because few rows wait. A cached plan with a
// join would take quadratic time once there are more rows.
const turnSql = query<Turn>(
  "upload-turn",
  `SELECT (SELECT count(*)::int FROM (
     SELECT FROM attachments a
     WHERE a.processed_at IS NULL AND a.option_id IS NOT NULL AND a.id < $1::bigint
       AND (a.kind = 'video') = $2::bool
       AND (SELECT o.poll_id FROM options o WHERE o.id = a.option_id) = $3::bigint
     LIMIT ${LONG_QUEUE}) AS older) AS ahead,
     ${roundOf("$4::text")} AS round`,
);

/**
 * The position of an upload in its queue, from which the priority of its job is computed
 * (docs/reference/media.md#order-of-processing). `round` grows as the queue is served, so that a waiting upload
 * goes before all uploads that are sent some rounds later. `ahead` is 0 if the upload
 * belongs to no poll.
 */
export async function uploadTurn(
  queryable: PrismaQueryable,
  attachmentId: bigint,
  queue: Exclude<RoundQueue, "mail">,
): Promise<Turn> {
  const own = await queryable.prisma.attachment.findUnique({
    where: { id: attachmentId },
    select: { kind: true, coverOfPollId: true, option: { select: { pollId: true } } },
  });
  const pollId = own?.option?.pollId ?? own?.coverOfPollId;
  if (pollId == null) return { ahead: 0, round: 0 };
  const turn = await rowOf(queryable, turnSql(attachmentId, own?.kind === "video", pollId, queue));
  return turn ?? { ahead: 0, round: 0 };
}

export interface LockedAttachment {
  readonly processed: boolean;
  /** Whether it belongs to no option and no poll. */
  readonly orphaned: boolean;
  readonly rotation: number | null;
}

const lockSql = query<LockedAttachment>(
  "lock-attachment",
  `SELECT a.processed_at IS NOT NULL AS processed,
     o.id IS NULL AND a.cover_of_poll_id IS NULL AS orphaned, o.rotation
   FROM attachments a LEFT JOIN options o ON o.id = a.option_id
   WHERE a.id = $1::bigint FOR UPDATE OF a`,
);

/** Locks an upload until the transaction ends. Undefined if it does not exist. */
export const lockAttachment = (tx: Transaction, id: bigint) => rowOf(tx, lockSql(id));

const orphansSql = query<{ id: bigint }>(
  "lock-orphaned-attachments",
  `SELECT id FROM attachments a
   WHERE option_id IS NULL AND cover_of_poll_id IS NULL AND created_at < $1::timestamptz
     AND NOT EXISTS (
       SELECT 1 FROM outbox o
       WHERE o.job = $2::text AND o.done_at IS NULL AND o.dead_at IS NULL
         AND o.payload->>'attachmentId' = a.id::text)
   ORDER BY id LIMIT $3::int FOR UPDATE SKIP LOCKED`,
);

/** Locks uploads without an option or poll for which no deletion job is waiting. */
export const lockOrphanedAttachments = (
  tx: Transaction,
  of: { readonly before: Date; readonly job: string; readonly limit: number },
) => columnOf(tx, orphansSql(of.before, of.job, of.limit), "id");

export interface AttachmentWithoutThumbhash {
  readonly id: bigint;
  readonly kind: string;
  readonly storageKey: string;
  readonly pollId: bigint;
}

// The conditions equal those of a partial index. Uploads leave the index when they have a
// ThumbHash.
const withoutThumbhashSql = query<AttachmentWithoutThumbhash>(
  "attachments-without-thumbhash",
  `SELECT a.id, a.kind, a.storage_key, o.poll_id
   FROM (
     SELECT id, kind, storage_key, option_id FROM attachments
     WHERE thumbhash IS NULL AND processed_at IS NOT NULL AND processing_error IS NULL
       AND kind <> 'file' AND id > $1::bigint AND option_id IS NOT NULL
     ORDER BY id LIMIT $2::int
   ) AS a JOIN options o ON o.id = a.option_id
   ORDER BY a.id`,
);

/** Uploads without a ThumbHash after an id, ordered by id. */
export const findWithoutThumbhash = (
  queryable: Queryable,
  { after, limit }: { readonly after: bigint; readonly limit: number },
) => rowsOf(queryable, withoutThumbhashSql(after, limit));
