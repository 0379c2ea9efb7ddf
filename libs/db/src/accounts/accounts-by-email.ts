import type { Queryable } from "../sql/queryable";
import { query } from "../sql/statement";

/** An account, and its address as it was entered. */
export interface AccountOfEmail {
  readonly id: bigint;
  readonly email: string;
}

const accountSql = query<AccountOfEmail>(
  "account-of-email",
  "SELECT id, email FROM accounts WHERE lower(email) = lower($1::text) ORDER BY id LIMIT 1",
);

/** The account with an address in any letter case. */
export async function findAccountOfEmail(
  queryable: Queryable,
  email: string,
): Promise<AccountOfEmail | undefined> {
  return (await queryable.run(accountSql(email))).rows[0];
}
