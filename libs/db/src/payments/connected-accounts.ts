import { claimsDue } from "../sql/claim-due";
import { columnOf, type Queryable } from "../sql/queryable";
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

/** Leases connected accounts that are due for a check. */
export const claimDueConnectedAccounts = claimsDue<{ readonly id: bigint }>(
  "claim-due-connected-accounts",
  { table: "connected_accounts", key: "id", columns: "id" },
);
