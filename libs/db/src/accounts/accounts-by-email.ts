import { type Queryable, rowOf } from "../sql/queryable";
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
export const findAccountOfEmail = (queryable: Queryable, email: string) =>
  rowOf(queryable, accountSql(email));
