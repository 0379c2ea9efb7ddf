import type { Queryable } from "../sql/queryable";
import { prepared, query } from "../sql/statement";

const tokenSql = query<{ accountId: bigint; kind: string }>(
  "token-by-digest",
  "SELECT account_id, kind FROM api_tokens WHERE digest = $1",
  prepared,
);

/** The account and kind of an API token; undefined: there is no such token. */
export async function readApiToken(
  queryable: Queryable,
  digest: Uint8Array,
): Promise<{ readonly accountId: bigint; readonly kind: string } | undefined> {
  return (await queryable.run(tokenSql(digest))).rows[0];
}
