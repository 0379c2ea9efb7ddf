import { type Queryable, rowsOf } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

export interface ApiTokenOwner {
  readonly accountId: bigint;
  readonly kind: string;
  readonly scope: string;
  /** A named token whose use must be recorded. Null when it was recorded in the last hour. */
  readonly idToRecord: bigint | null;
}

const tokensSql = query<ApiTokenOwner & { readonly digest: string }>(
  "tokens-by-digest",
  `SELECT encode(digest, 'hex') AS digest, account_id, kind, 'manage' AS scope,
     NULL::bigint AS id_to_record
   FROM api_tokens WHERE digest = ANY($1::bytea[])
   UNION ALL
   SELECT encode(digest, 'hex'), account_id, kind, scope,
     CASE WHEN last_used_at > clock_timestamp() - interval '1 hour' THEN NULL ELSE id END
   FROM named_tokens
   WHERE digest = ANY($1::bytea[]) AND (expires_at IS NULL OR expires_at > clock_timestamp())`,
  prepared,
);

/** The owners of API tokens, by hexadecimal digest. Unknown or expired tokens have no entry. */
export const readApiTokens = async (queryable: Queryable, digests: readonly Uint8Array[]) =>
  new Map(
    (await rowsOf(queryable, tokensSql(digests))).map(({ digest, ...token }) => [digest, token]),
  );

const useSql = command(
  "note-token-use",
  `UPDATE named_tokens SET last_used_at = statement_timestamp()
   WHERE id = ANY($1::bigint[])
     AND (last_used_at IS NULL OR last_used_at <= statement_timestamp() - interval '1 hour')`,
);

/** Records the use of named tokens, at most once an hour for each. */
export const noteTokenUse = (queryable: Queryable, ids: readonly bigint[]) =>
  queryable.run(useSql(ids.map(String)));
