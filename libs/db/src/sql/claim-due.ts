import { type Queryable, rowsOf } from "./queryable";
import { query } from "./statement";

export interface Lease {
  readonly now: Date;
  readonly until: Date;
  readonly limit: number;
}

/**
 * Defines a statement that leases due rows to the caller: they are due again after the lease. Skips rows that another
 * transaction locks.
 */
export function claimsDue<Row extends object>(
  name: string,
  { table, key, columns }: Readonly<Record<"table" | "key" | "columns", string>>,
) {
  const claimSql = query<Row>(
    name,
    `UPDATE ${table} SET next_look_at = $2::timestamptz
     WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE next_look_at <= $1::timestamptz
                      ORDER BY next_look_at LIMIT $3::int FOR UPDATE SKIP LOCKED)
     RETURNING ${columns}`,
  );
  return (queryable: Queryable, { now, until, limit }: Lease) =>
    rowsOf(queryable, claimSql(now, until, limit));
}
