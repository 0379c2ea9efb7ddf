import { hexOf } from "../sql/columns";
import { columnOf, type Queryable, rowOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";

// Rows are inserted in the order of their keys, so that two statements cannot deadlock.
const claimSql = query<{ addressKey: Uint8Array }>(
  "claim-invited-addresses",
  `INSERT INTO invited_addresses (poll_id, address_key)
   SELECT $1::bigint, address_key FROM unnest($2::bytea[]) AS new(address_key) ORDER BY address_key
   ON CONFLICT DO NOTHING RETURNING address_key`,
);

/**
 * Records addresses as invited to a poll (docs/reference/participants.md#invitations). False for duplicates and those
 * that were invited before.
 */
export async function claimInvitedAddresses(
  tx: Transaction,
  pollId: bigint,
  keys: readonly Uint8Array[],
): Promise<readonly boolean[]> {
  if (keys.length === 0) return [];
  const { rows } = await tx.run(claimSql(pollId, keys));
  const claimed = new Set(rows.map(({ addressKey }) => hexOf(addressKey)));
  return keys.map((key) => claimed.delete(hexOf(key)));
}

const freeSql = command(
  "free-invited-address",
  "DELETE FROM invited_addresses WHERE poll_id = $1::bigint AND address_key = $2::bytea",
);

/** Allows an address to be invited to a poll again. */
export const freeInvitedAddress = (tx: Transaction, pollId: bigint, key: Uint8Array) =>
  tx.run(freeSql(pollId, key));

const open = "poll_id = $1::bigint AND code_digest = $2::bytea AND participant_id IS NULL";

const lockSql = query<{
  readonly id: bigint;
  readonly jury: boolean;
  readonly email: string | null;
}>("lock-open-invitation", `SELECT id, jury, email FROM invitations WHERE ${open} FOR UPDATE`);

/** Locks an invitation that no participant uses, or whose participant was deleted. Undefined if the poll has no such invitation. */
export const lockOpenInvitation = (tx: Transaction, pollId: bigint, codeDigest: Uint8Array) =>
  rowOf(tx, lockSql(pollId, codeDigest));

const emailSql = query<{ email: string | null }>(
  "address-of-open-invitation",
  `SELECT email FROM invitations WHERE ${open}`,
);

/** The address of an invitation that no participant uses. Undefined: it has none, or the poll has no such invitation. */
export const addressOfInvitation = async (
  queryable: Queryable,
  pollId: bigint,
  codeDigest: Uint8Array,
) => (await rowOf(queryable, emailSql(pollId, codeDigest)))?.email ?? undefined;

const invitedSql = query<{ participantId: bigint }>(
  "participants-invited-by-mail",
  `SELECT participant_id FROM invitations
   WHERE participant_id = ANY($1::bigint[]) AND email IS NOT NULL`,
);

/** Which of the participants used an invitation with an address. */
export const invitedByMail = async (queryable: Queryable, participantIds: readonly bigint[]) =>
  new Set(
    participantIds.length === 0
      ? []
      : await columnOf(queryable, invitedSql(participantIds), "participantId"),
  );
