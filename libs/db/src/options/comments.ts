import { nameColumnsWithFile, type StoredName } from "../rows/named-option";
import { isoTime } from "../sql/iso-time";
import { batchesOf, type Queryable, rowOf, type Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

export interface CommentTallies {
  readonly comments: number;
  /** The number of comments that every reader of the option sees. */
  readonly shown: number;
}

const lockTallySql = query<CommentTallies>(
  "lock-comment-tally",
  `INSERT INTO comment_tallies AS t (option_id) VALUES ($1::bigint)
   ON CONFLICT (option_id) DO UPDATE SET comments = t.comments
   RETURNING comments, shown`,
);

/** Reads the tallies of an option and locks them, so that no other transaction adds a comment. */
export const commentTallies = async (tx: Transaction, optionId: bigint) =>
  (await rowOf(tx, lockTallySql(String(optionId)))) ?? { comments: 0, shown: 0 };

const lockTalliesSql = command(
  "lock-comment-tallies-of-participant",
  `SELECT option_id FROM comment_tallies
   WHERE option_id IN (SELECT option_id FROM comments WHERE participant_id = $1::bigint)
   ORDER BY option_id FOR UPDATE`,
);

const deleteSql = command(
  "delete-comments-of-participant",
  "DELETE FROM comments WHERE participant_id = $1::bigint",
);

/** Deletes the comments of a participant. The answers of others to them stay. */
export async function deleteCommentsOf(tx: Transaction, participantId: bigint): Promise<void> {
  // Writers of comments lock the tally of their option first.
  await tx.run(lockTalliesSql(String(participantId)));
  await tx.run(deleteSql(String(participantId)));
}

const talliesSql = query<CommentTallies & { optionId: bigint }>(
  "comment-tallies",
  "SELECT option_id, comments, shown FROM comment_tallies WHERE option_id = ANY($1::bigint[])",
);

const ownUnseenSql = query<{ optionId: bigint; comments: number }>(
  "own-unseen-comments",
  `SELECT c.option_id, count(*)::int AS comments
   FROM participants AS a
   JOIN comments AS c ON c.participant_id = a.id
   LEFT JOIN comments AS p ON p.id = c.parent_id
   WHERE a.poll_id = $1::bigint AND a.owner_key = $2::text AND c.option_id = ANY($3::bigint[])
     AND ($4::boolean OR c.hidden OR c.approval_state <> 'approved' OR p.hidden
          OR p.approval_state <> 'approved')
   GROUP BY c.option_id`,
);

/** Whose comments are counted. */
export type CommentCounting =
  | "all"
  | {
      /** Whether comments that every reader of the option sees are counted. */
      readonly others: boolean;
      /** Of this owner, comments are counted that others do not see. */
      readonly ownerKey: string | undefined;
    };

/** The number of comments on each option. Options without comments may be missing. */
export async function countComments(
  queryable: Queryable,
  pollId: bigint,
  optionIds: readonly bigint[],
  counting: CommentCounting,
): Promise<ReadonlyMap<bigint, number>> {
  if (optionIds.length === 0) return new Map();
  const ids = optionIds.map(String);
  const all = counting === "all";
  const counts = new Map<bigint, number>();
  if (all || counting.others) {
    const { rows } = await queryable.run(talliesSql(ids));
    for (const { optionId, comments, shown } of rows) counts.set(optionId, all ? comments : shown);
  }
  if (all || counting.ownerKey === undefined) return counts;
  const { rows } = await queryable.run(
    ownUnseenSql(String(pollId), counting.ownerKey, ids, !counting.others),
  );
  for (const { optionId, comments } of rows) {
    counts.set(optionId, (counts.get(optionId) ?? 0) + comments);
  }
  return counts;
}

/** A comment of an export. Times are ISO 8601 in UTC. */
export interface ExportedComment {
  readonly id: bigint;
  readonly commentId: string;
  readonly parentCommentId: string | null;
  readonly optionId: string;
  readonly optionName: StoredName;
  /** Null: the organizer wrote it. */
  readonly voterId: string | null;
  readonly userName: string | null;
  readonly content: string;
  readonly hidden: boolean;
  readonly approvalState: string;
  readonly createdAt: string;
}

const BATCH = 500;

const exportText = (after: string, order: string) =>
  `SELECT c.id, c.public_id AS comment_id, p.public_id AS parent_comment_id, o.public_id AS option_id,
     ${nameColumnsWithFile("o")} AS option_name, a.public_id AS voter_id, a.user_name, c.content,
     c.hidden, c.approval_state, ${isoTime("c.created_at")} AS created_at
   FROM (SELECT * FROM comments WHERE poll_id = $1::bigint AND ${after} ORDER BY ${order} LIMIT ${BATCH}) AS c
   LEFT JOIN participants AS a ON a.id = c.participant_id
   JOIN options AS o ON o.id = c.option_id
   LEFT JOIN comments AS p ON p.id = c.parent_id
   ORDER BY c.${order}`;

const exportSql = query<ExportedComment>(
  "export-comments",
  exportText("id > $2::bigint", "id"),
  prepared,
);

const anonymousSql = query<ExportedComment>(
  "export-anonymous-comments",
  exportText("public_id > $2::text", "public_id"),
  prepared,
);

/** The comments of a poll, in batches ordered by id; anonymous ones by their random public ids. */
export const exportedComments = (
  queryable: Queryable,
  { pollId, anonymous }: { readonly pollId: bigint; readonly anonymous: boolean },
) =>
  batchesOf<ExportedComment>(queryable, (last) =>
    anonymous
      ? anonymousSql(String(pollId), last?.commentId ?? "")
      : exportSql(String(pollId), String(last?.id ?? 0n)),
  );
