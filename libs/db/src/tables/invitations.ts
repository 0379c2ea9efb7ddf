import type { Transaction } from "../sql/queryable";
import { query } from "../sql/statement";

export interface OpenInvitation {
  readonly id: bigint;
  readonly jury: boolean;
}

const lockSql = query<OpenInvitation>(
  "lock-open-invitation",
  `SELECT id, jury FROM invitations
   WHERE poll_id = $1::bigint AND code_digest = $2::bytea AND used_at IS NULL
   FOR UPDATE`,
);

/** Locks an unused invitation until the transaction ends; undefined where the poll has none. */
export async function lockOpenInvitation(
  tx: Transaction,
  pollId: bigint,
  codeDigest: Uint8Array,
): Promise<OpenInvitation | undefined> {
  return (await tx.run(lockSql(pollId, codeDigest))).rows[0];
}
