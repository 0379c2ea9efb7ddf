import { changesOf, type Transaction } from "./queryable";
import { command } from "./statement";

/** Where old rows are: their table, its key, and the column with their time. */
interface OldRows {
  readonly table: string;
  readonly key: string;
  readonly time: string;
}

/** Defines a statement that deletes up to `limit` old rows, skips locked ones and returns their number. */
export function deletesOld(name: string, { table, key, time }: OldRows) {
  const deleteSql = command(
    name,
    `DELETE FROM ${table} WHERE ${key} IN (
     SELECT ${key} FROM ${table} WHERE ${time} < $1::timestamptz
     ORDER BY ${time} LIMIT $2::int FOR UPDATE SKIP LOCKED)`,
  );
  return (tx: Transaction, before: Date, limit: number) => changesOf(tx, deleteSql(before, limit));
}
