import type { MailKind } from "@polls/domain/mails";
import { foldAddress } from "@polls/domain/opt-ins";
import { accountOfPoll, type Poll } from "@polls/domain/polls";
import { LONG_QUEUE, roundOf, type Turn } from "../outbox/queue-rounds";
import { type PrismaQueryable, type Queryable, rowOf, type Transaction } from "../sql/queryable";
import { query } from "../sql/statement";

const turnSql = query<Turn>(
  "mail-turn",
  `SELECT (SELECT count(*)::int FROM (
     SELECT FROM mails WHERE account_id = $1::bigint AND kind = $2::text AND state = 'queued'
     LIMIT ${LONG_QUEUE}) AS older) AS ahead,
     ${roundOf("'mail'")} AS round`,
);

/**
 * The position of an account's mail in the queue, for the priority of its job (docs/reference/mails.md#order). Without
 * an account, `ahead` is 0.
 */
export const mailTurn = async (queryable: Queryable, accountId: bigint | undefined, of: MailKind) =>
  (await rowOf(queryable, turnSql(accountId ?? null, of))) ?? { ahead: 0, round: 0 };

/** The address of the owner of the poll, or of the member who created the organization's poll. */
export async function findOwnerAddress(
  { prisma }: PrismaQueryable,
  poll: Pick<Poll, "ownerAccountId" | "createdByAccountId">,
): Promise<string> {
  const { email } = await prisma.account.findUniqueOrThrow({
    where: { id: accountOfPoll(poll) },
    select: { email: true },
  });
  return email;
}

/** The address of the confirmed creator, else of the owner: the "creator" of docs/reference/mails.md#kinds. */
export async function findCreatorAddress(
  queryable: PrismaQueryable,
  poll: Pick<Poll, "id" | "creatorEmail" | "ownerAccountId" | "createdByAccountId">,
): Promise<string> {
  const { id: pollId, creatorEmail } = poll;
  if (creatorEmail !== undefined) {
    const address = foldAddress(creatorEmail);
    const where = { pollId, address, confirmedAt: { not: null } };
    if ((await queryable.prisma.creatorLink.findFirst({ where })) !== null) return creatorEmail;
  }
  return findOwnerAddress(queryable, poll);
}

const kind = "new_options" satisfies MailKind;

const digestFactsSql = query<{ language: string; accountId: bigint }>(
  "facts-of-digest",
  `SELECT language, coalesce(owner_account_id, created_by_account_id) AS account_id
   FROM polls WHERE id = $1::bigint`,
);

const openDigestSql = query<{ id: bigint; inserted: boolean }>(
  "open-digest",
  `INSERT INTO mails AS m (kind, address, nonce, language, poll_id, since, created_at, account_id)
   VALUES ('${kind}', $2::text, $3::bytea, $5::text, $1::bigint, $4::timestamptz, $4::timestamptz, $6::bigint)
   ON CONFLICT (poll_id) WHERE until IS NULL AND state = 'queued'
   DO UPDATE SET since = least(m.since, excluded.since)
   RETURNING id, xmax = 0 AS inserted`,
);

/** Locks the open digest of new options, so that it is not closed meanwhile. Inserts one if there is none. */
export async function openDigest(
  tx: Transaction,
  digest: {
    readonly pollId: bigint;
    readonly address: string;
    readonly nonce: Uint8Array;
    readonly now: Date;
  },
): Promise<{ readonly id: bigint; readonly inserted: boolean } | undefined> {
  const { pollId, address, nonce, now } = digest;
  const facts = await rowOf(tx, digestFactsSql(pollId));
  if (facts === undefined) return undefined;
  const { language, accountId } = facts;
  return rowOf(tx, openDigestSql(pollId, address, nonce, now, language, accountId));
}
