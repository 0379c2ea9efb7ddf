import { oneRow, type Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

const mayDeleteSql = query<{ canDeleteParticipations: boolean }>(
  "can-delete-participations",
  "SELECT can_delete_participations FROM accounts WHERE id = $1::bigint",
  prepared,
);

/** Whether an account has the capability `can_delete_participations` (docs/reference/accounts.md#capabilities). */
export async function canDeleteParticipations(
  tx: Transaction,
  accountId: bigint,
): Promise<boolean> {
  return (await oneRow(tx, mayDeleteSql(String(accountId)))).canDeleteParticipations;
}

const lockSql = {
  changes: command(
    "lock-account",
    "SELECT 1 FROM accounts WHERE id = $1::bigint FOR NO KEY UPDATE",
  ),
  references: command(
    "lock-account-references",
    "SELECT 1 FROM accounts WHERE id = $1::bigint FOR UPDATE",
  ),
} as const;

/** Locks an account against other callers, or also against new rows of this shard that refer to it. */
export const lockAccount = (
  tx: Transaction,
  id: bigint,
  against: keyof typeof lockSql = "changes",
) => tx.run(lockSql[against](id));
