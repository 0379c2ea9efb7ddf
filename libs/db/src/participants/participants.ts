import type { OwnerKey } from "@polls/domain/access";
import { type VoterRow, voterColumns, voterFromRow } from "../rows/participant";
import { ofOnePoll } from "../sql/keyset-of-poll";
import {
  columnOf,
  foundBy,
  type PrismaQueryable,
  type Queryable,
  rowOf,
  type Transaction,
} from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

const markChangedByAdminSql = command(
  "mark-changed-by-admin",
  "UPDATE participants SET changed_by_admin = true WHERE id = $1::bigint",
  prepared,
);

/** Records that an admin changed or removed votes of another user's participant. */
export const markChangedByAdmin = (tx: Transaction, participantId: bigint) =>
  tx.run(markChangedByAdminSql(String(participantId)));

const votersSql = query<{ ownerKey: string }>(
  "voters-of-poll",
  `SELECT key AS "ownerKey" FROM unnest($2::text[]) AS key
   WHERE EXISTS (
     SELECT FROM participants p JOIN votes v ON v.participant_id = p.id
     WHERE p.poll_id = $1::bigint AND p.owner_key = key AND p.paid IS NOT FALSE
       AND (v.counts OR (coalesce(v.value, 0) = 0 AND v.text IS NULL)))`,
  prepared,
);

/** Which of the given owner keys have a vote in a poll that is paid, or an abstention. */
export const findVoters = async (
  queryable: Queryable,
  pollId: bigint,
  ownerKeys: readonly string[],
) =>
  new Set(
    ownerKeys.length === 0
      ? []
      : await columnOf(queryable, votersSql(pollId, ownerKeys), "ownerKey"),
  );

const lockSql = {
  byId: query<{ id: bigint }>(
    "lock-participant",
    "SELECT id FROM participants WHERE id = $1::bigint FOR NO KEY UPDATE",
  ),
  forDeletion: command(
    "lock-participant-for-deletion",
    `SELECT id FROM participants
     WHERE poll_id = $1::bigint AND public_id = $2::text FOR UPDATE`,
  ),
} as const;

/** Locks a participant, as each writer of its votes does. False if it was deleted. */
export const lockParticipant = async (tx: Transaction, id: bigint) =>
  (await rowOf(tx, lockSql.byId(id))) !== undefined;

/** Locks a participant. Inserts of votes and pairs wait for this lock too. */
export const lockParticipantForDeletion = (tx: Transaction, pollId: bigint, publicId: string) =>
  tx.run(lockSql.forDeletion(pollId, publicId));

const lockManySql = query<VoterRow>(
  "lock-participants",
  `SELECT ${voterColumns} FROM participants
   WHERE public_id = ANY($1) ORDER BY id FOR NO KEY UPDATE`,
  prepared,
);

/** Locks participants by public id until the transaction ends, in the order of their ids. */
export const lockParticipants = (tx: Transaction, publicIds: readonly string[]) =>
  foundBy(tx, lockManySql, publicIds, "publicId", voterFromRow);

const pageSql = {
  newestFirst: query<{ id: bigint }>("page-of-participants", pageText("poll_id DESC, id DESC")),
  oldestFirst: query<{ id: bigint }>("page-of-participants-from-end", pageText("poll_id, id")),
  own: query<{ id: bigint }>("page-of-own-participants", ownText("id DESC")),
  ownAnonymous: query<{ id: bigint }>("page-of-own-anonymous-participants", ownText("public_id")),
  anonymous: query<{ id: bigint }>("page-of-anonymous-participants", anonymousText("ASC")),
  anonymousFromEnd: query<{ id: bigint }>(
    "page-of-anonymous-participants-from-end",
    anonymousText("DESC"),
  ),
} as const;

/** Planned for its values, without conditions that are null or false, so that an index alone yields the page. */
function pageText(order: string): string {
  return `SELECT id FROM participants
     WHERE ${ofOnePoll} AND ($2::bool OR owner_key = $3::text OR confirmed_at IS NOT NULL)
     ORDER BY ${order} LIMIT $4::int OFFSET $5::int`;
}

function ownText(order: string): string {
  return `SELECT id FROM participants WHERE poll_id = $1::bigint AND owner_key = $2::text
     ORDER BY ${order} LIMIT $3::int OFFSET $4::int`;
}

/** The index of the order has all columns of the page; otherwise the planner would sort the whole poll. */
function anonymousText(order: "ASC" | "DESC"): string {
  return `SELECT id FROM participants WHERE public_id IN (
       SELECT public_id FROM participants
       WHERE poll_id = $1::bigint
         AND ($2::bool OR public_id NOT IN (
           SELECT public_id FROM participants
           WHERE poll_id = $1::bigint AND confirmed_at IS NULL AND owner_key <> $3::text))
       ORDER BY public_id ${order} LIMIT $4::int OFFSET $5::int)`;
}

/** The participants of a list: all, those of an owner, or those of an owner and all confirmed ones. */
export type ParticipantFilter =
  | "all"
  | { readonly ownerKey: string | undefined; readonly confirmed: boolean };

export interface ParticipantPage {
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
  /** Whether the order must not tell when participants were created. */
  readonly anonymous: boolean;
}

/** Ids of one page of `total` participants, in no order. A page in the second half is read from the end. */
export async function pageOfParticipantIds(
  queryable: Queryable,
  pollId: bigint,
  filter: ParticipantFilter,
  page: ParticipantPage,
): Promise<readonly bigint[]> {
  const { offset, total, anonymous } = page;
  const limit = Math.min(page.limit, total - offset);
  if (limit <= 0) return [];
  const isLate = offset > total / 2;
  const skipped = isLate ? total - offset - limit : offset;
  const isAll = filter === "all";
  const { ownerKey = null, confirmed } = isAll ? { confirmed: true } : filter;
  if (!confirmed) {
    const own = anonymous ? pageSql.ownAnonymous : pageSql.own;
    return columnOf(queryable, own(pollId, ownerKey, limit, offset), "id");
  }
  const [fromStart, fromEnd] = anonymous
    ? [pageSql.anonymous, pageSql.anonymousFromEnd]
    : [pageSql.newestFirst, pageSql.oldestFirst];
  const statement = isLate ? fromEnd : fromStart;
  return columnOf(queryable, statement(pollId, isAll, ownerKey, limit, skipped), "id");
}

const fraudulentVotersSql = query<{ voters: number }>(
  "count-fraudulent-voters",
  `SELECT count(*)::int AS voters FROM participants p
   WHERE p.poll_id = $1::bigint AND p.fraudulent AND EXISTS (
     SELECT FROM votes v WHERE v.poll_id = $1::bigint AND v.participant_id = p.id
       AND (v.option_id = $2::bigint OR v.loser_option_id = $2::bigint))`,
);

/** Counts the fraudulent participants that voted on an option. */
export const countFraudulentVoters = async (
  queryable: Queryable,
  pollId: bigint,
  optionId: bigint,
) => (await rowOf(queryable, fraudulentVotersSql(pollId, optionId)))?.voters ?? 0;

/** The condition for participants that have not given their place up (docs/reference/participants.md#places). */
export const takesPart = { place: { not: "given_up" } } as const;

/** Whether an actor has a participant in a poll. An importer has thousands, so they are not counted. */
export const hasOwnParticipant = async (
  { prisma }: PrismaQueryable,
  pollId: bigint,
  ownerKey: OwnerKey,
): Promise<boolean> =>
  (await prisma.participant.findFirst({
    where: { pollId, ownerKey, ...takesPart },
    select: { id: true },
  })) !== null;
