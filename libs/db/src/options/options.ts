import { type VotedOptionRow, votedOptionColumns, votedOptionFromRow } from "../rows/option";
import { columnOf, foundBy, type Queryable, rowOf, type Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";
import { isPublic } from "./siblings";

const subtreeSql = query<{ id: bigint }>(
  "option-subtree",
  `WITH RECURSIVE subtree (id, depth) AS (
     SELECT $2::bigint, 1
     UNION ALL
     SELECT o.id, s.depth + 1
     FROM subtree s JOIN options o ON o.poll_id = $1::bigint AND o.parent_id = s.id
   )
   SELECT id FROM subtree ORDER BY depth, id`,
);

/** Ids of an option and all of its descendants. The option is first. */
export const subtreeIds = (
  queryable: Queryable,
  { pollId, id }: { readonly pollId: bigint; readonly id: bigint },
) => columnOf(queryable, subtreeSql(pollId, id), "id");

const lockOptionSql = query<{ id: bigint }>(
  "lock-option",
  "SELECT id FROM options WHERE id = $1::bigint FOR NO KEY UPDATE",
);

/** Locks an option until the transaction ends. Returns false if it does not exist. */
export const lockOption = async (tx: Transaction, id: bigint) =>
  (await rowOf(tx, lockOptionSql(id))) !== undefined;

const paidSql = query<{ feePaid: boolean; votesPaid: boolean }>(
  "paid-for-options",
  `SELECT EXISTS (SELECT FROM options WHERE poll_id = $1::bigint AND id = ANY($2::bigint[]) AND paid)
            AS fee_paid,
          EXISTS (SELECT FROM votes WHERE poll_id = $1::bigint AND option_id = ANY($2::bigint[])
                  AND paid_votes > 0) AS votes_paid`,
);

/** Whether a fee was paid for any of the options, or money for votes on them. */
export const paidForOptions = async (
  queryable: Queryable,
  pollId: bigint,
  optionIds: readonly bigint[],
) => (await rowOf(queryable, paidSql(pollId, optionIds))) ?? { feePaid: false, votesPaid: false };

const votedSql = query<{ found: boolean }>(
  "options-have-votes",
  `SELECT EXISTS (SELECT FROM votes WHERE poll_id = $1::bigint AND option_id = ANY($2::bigint[]))
       OR EXISTS (SELECT FROM votes WHERE poll_id = $1::bigint AND loser_option_id = ANY($2::bigint[]))
       OR EXISTS (SELECT FROM held_votes WHERE poll_id = $1::bigint AND option_id = ANY($2::bigint[]))
       OR EXISTS (SELECT FROM held_votes
                  WHERE poll_id = $1::bigint AND loser_option_id = ANY($2::bigint[]))
       AS found`,
);

/** Whether any of the options has a vote, a held vote or a lost comparison. */
export const optionsHaveVotes = async (
  queryable: Queryable,
  pollId: bigint,
  optionIds: readonly bigint[],
) => (await rowOf(queryable, votedSql(pollId, optionIds)))?.found ?? false;

const answersSql = query<{ found: boolean }>(
  "options-are-answers",
  `SELECT EXISTS (SELECT FROM options
                  JOIN votes ON votes.poll_id = options.poll_id
                            AND votes.option_id = options.parent_id
                            AND votes.text = options.public_id
                  WHERE options.poll_id = $1::bigint AND options.id = ANY($2::bigint[])) AS found`,
);

/** Whether any of the options is a file that answers an input. */
export const areFileAnswers = async (
  queryable: Queryable,
  pollId: bigint,
  optionIds: readonly bigint[],
) => (await rowOf(queryable, answersSql(pollId, optionIds)))?.found ?? false;

const lockAgainstDeletionSql = query<VotedOptionRow>(
  "lock-options-against-deletion",
  `SELECT ${votedOptionColumns} FROM options WHERE public_id = ANY($1) ORDER BY id FOR KEY SHARE`,
  prepared,
);

/** Locks options by public id against deletion, in the order of their ids. */
export const lockOptionsAgainstDeletion = (tx: Transaction, publicIds: readonly string[]) =>
  foundBy(tx, lockAgainstDeletionSql, publicIds, "publicId", votedOptionFromRow);

const readSql = query<VotedOptionRow>(
  "read-options",
  `SELECT ${votedOptionColumns} FROM options WHERE id = ANY($1::bigint[])`,
  prepared,
);

/** Options by id, without a lock. */
export const readOptions = (queryable: Queryable, ids: readonly bigint[]) =>
  foundBy(queryable, readSql, ids.map(String), "id", votedOptionFromRow);

const lockSql = command(
  "lock-options",
  "SELECT id FROM options WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE",
  prepared,
);

/** Locks options whose places are limited, in the order of their ids. */
export async function lockOptions(tx: Transaction, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(lockSql(ids.map(String)));
}

const votableSql = query<{ votable: number }>(
  "votable-options",
  `SELECT count(*)::int AS votable
   FROM (SELECT * FROM options WHERE poll_id = $1::bigint AND ${isPublic}) o
     LEFT JOIN options p ON p.id = o.parent_id
   WHERE ($2::bigint IS NULL OR o.parent_id = $2::bigint)
     AND o.type <> ALL($3::text[]) AND (p.id IS NULL OR p.type <> ALL($4::text[]))`,
  prepared,
);

/** Counts the votable options that members see under a survey step. Undefined means the whole poll. */
export const countVotable = async (
  queryable: Queryable,
  pollId: bigint,
  stepId: bigint | undefined,
  /** The classes that take no votes, and those of groups, whose members take none. */
  { never, groups }: { readonly never: readonly string[]; readonly groups: readonly string[] },
) => {
  const step = stepId === undefined ? null : String(stepId);
  const row = await rowOf(queryable, votableSql(String(pollId), step, never, groups));
  return row?.votable ?? 0;
};

const childrenSql = query<{ publicId: string }>(
  "own-children",
  "SELECT public_id FROM options WHERE parent_id = $1::bigint AND owner_key = $2",
  prepared,
);

/** Public ids of an owner's options under a parent. */
export const ownChildren = (tx: Transaction, parentId: bigint, ownerKey: string) =>
  columnOf(tx, childrenSql(parentId, ownerKey), "publicId");
