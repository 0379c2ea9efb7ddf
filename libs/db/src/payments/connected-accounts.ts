import { columnOf, type Queryable, type Transaction } from "../sql/queryable";
import { query } from "../sql/statement";

/** Whether the account cannot receive money. Equals the condition in `payeeOf` of the domain. */
export const isUnready = "ended_at IS NULL AND (state <> 'ready' OR provider_account_id IS NULL)";

const unreadySql = query<{ accountId: bigint }>(
  "find-unready-payees",
  `SELECT account_id FROM connected_accounts
   WHERE account_id = ANY($1::bigint[]) AND ${isUnready}`,
);

/** The accounts whose connected account accepts no payments (docs/reference/payments.md#connected-accounts). */
export const findUnreadyPayees = async (queryable: Queryable, accountIds: readonly bigint[]) =>
  new Set(
    accountIds.length === 0 ? [] : await columnOf(queryable, unreadySql(accountIds), "accountId"),
  );

const claimSql = query<{ id: bigint }>(
  "claim-due-connected-accounts",
  `UPDATE connected_accounts SET next_look_at = $2::timestamptz
   WHERE id IN (SELECT id FROM connected_accounts WHERE next_look_at <= $1::timestamptz
                ORDER BY next_look_at LIMIT $3::int FOR UPDATE SKIP LOCKED)
   RETURNING id`,
);

/** Claims connected accounts that are due for a check, until a time. Returns their ids. */
export const claimDueConnectedAccounts = (
  tx: Transaction,
  lease: { readonly now: Date; readonly until: Date; readonly limit: number },
) => columnOf(tx, claimSql(lease.now, lease.until, lease.limit), "id");
