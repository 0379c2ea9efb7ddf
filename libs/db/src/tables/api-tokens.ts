import type { Queryable } from "../sql/queryable";
import { prepared, query } from "../sql/statement";

/** The account and kind of an API token. */
export interface ApiTokenOwner {
  readonly accountId: bigint;
  readonly kind: string;
}

const tokensSql = query<ApiTokenOwner & { readonly digest: string }>(
  "tokens-by-digest",
  "SELECT encode(digest, 'hex') AS digest, account_id, kind FROM api_tokens WHERE digest = ANY($1::bytea[])",
  prepared,
);

/** The owners of API tokens, by the digest in hexadecimal. A token that does not exist has no entry. */
export async function readApiTokens(
  queryable: Queryable,
  digests: readonly Uint8Array[],
): Promise<ReadonlyMap<string, ApiTokenOwner>> {
  const { rows } = await queryable.run(tokensSql(digests));
  return new Map(rows.map(({ digest, ...token }) => [digest, token]));
}
