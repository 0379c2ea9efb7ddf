import { columns } from "../sql/columns";
import { deletesOld } from "../sql/delete-old";
import { type Queryable, rowsOf, type Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

// The table is named so that Citus takes the locks on the node of the shard, and keeps them until the node has committed.
const lockSql = query<{ free: boolean }>(
  "lock-idempotency-keys",
  `SELECT pg_try_advisory_xact_lock(r.lock) AS free
   FROM unnest($1::bigint[]) WITH ORDINALITY AS r(lock, at) LEFT JOIN idempotency_keys ON false
   ORDER BY r.at`,
  prepared,
);

/** Locks keys until the transaction ends, without waiting. False for a key that another transaction has locked. */
export const lockIdempotencyKeys = async (tx: Transaction, locks: readonly bigint[]) =>
  (await rowsOf(tx, lockSql(locks.map(String)))).map(({ free }) => free);

export interface StoredReply {
  readonly scope: Uint8Array;
  readonly fingerprint: Uint8Array;
  readonly status: number;
  /** The encrypted body. Null if the body is empty or not stored. */
  readonly sealed: Uint8Array | null;
  /** The encrypted address of the resource that takes the place of a body that is not stored. */
  readonly resource: Uint8Array | null;
}

const repliesSql = query<StoredReply>(
  "find-stored-replies",
  `SELECT scope, fingerprint, status, sealed, resource FROM idempotency_keys
   WHERE scope = ANY($1::bytea[]) AND created_at > now() - interval '24 hours'`,
  prepared,
);

/** The replies of the last 24 hours in the given scopes. */
export const findStoredReplies = (queryable: Queryable, scopes: readonly Uint8Array[]) =>
  rowsOf(queryable, repliesSql(scopes));

const storeSql = command(
  "insert-replies",
  `INSERT INTO idempotency_keys (scope, fingerprint, status, sealed, resource, created_at)
   SELECT u.*, now()
   FROM unnest($1::bytea[], $2::bytea[], $3::int[], $4::bytea[], $5::bytea[]) AS u
   ON CONFLICT (scope) DO UPDATE
     SET fingerprint = excluded.fingerprint, status = excluded.status, sealed = excluded.sealed,
         resource = excluded.resource, created_at = excluded.created_at`,
  prepared,
);

/** Stores replies. An older reply of the same scope is replaced. */
export async function insertReplies(
  tx: Transaction,
  replies: readonly StoredReply[],
): Promise<void> {
  if (replies.length === 0) return;
  await tx.run(
    storeSql(...columns(replies, "scope", "fingerprint", "status", "sealed", "resource")),
  );
}

/** Deletes up to `limit` replies that were stored before a time. Returns their number. */
export const deleteOldReplies = deletesOld("delete-old-replies", {
  table: "idempotency_keys",
  key: "scope",
  time: "created_at",
});
