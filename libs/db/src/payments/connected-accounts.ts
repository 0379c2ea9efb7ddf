import { type Queryable, rowsOf, type Transaction } from "../sql/queryable";
import { query } from "../sql/statement";

/** Whether the account cannot receive money. Equals the condition in `payeeOf` of the domain. */
export const isUnready = "ended_at IS NULL AND (state <> 'ready' OR provider_account_id IS NULL)";

const unreadySql = query<{ accountId: bigint }>(
  "find-unready-payees",
  `SELECT account_id FROM connected_accounts
   WHERE account_id = ANY($1::bigint[]) AND ${isUnready}`,
);

/** The accounts whose connected account accepts no payments (docs/reference/payments.md#connected-accounts). */
export async function findUnreadyPayees(
  queryable: Queryable,
  accountIds: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  if (accountIds.length === 0) return new Set();
  const { rows } = await queryable.run(unreadySql(accountIds.map(String)));
  return new Set(rows.map(({ accountId }) => accountId));
}

const claimSql = query<{ id: bigint }>(
  "claim-due-connected-accounts",
  `UPDATE connected_accounts SET next_look_at = $2::timestamptz
   WHERE id IN (SELECT id FROM connected_accounts WHERE next_look_at <= $1::timestamptz
                ORDER BY next_look_at LIMIT $3::int FOR UPDATE SKIP LOCKED)
   RETURNING id`,
);

/** Claims connected accounts that are due for a check, until a time. Returns their ids. */
export const claimDueConnectedAccounts = async (
  tx: Transaction,
  lease: { readonly now: Date; readonly until: Date; readonly limit: number },
) => (await rowsOf(tx, claimSql(lease.now, lease.until, lease.limit))).map(({ id }) => id);
