import type { ClientBase } from "pg";

/** A statement that creates or drops an index outside of a transaction. */
export interface IndexChange {
  readonly sql: string;
  readonly index: string;
  readonly drops: boolean;
}

const indexChange =
  /^\s*(?:--[^\n]*\n\s*)*(?:CREATE(?: UNIQUE)?|(DROP)) INDEX CONCURRENTLY (?:IF (?:NOT )?EXISTS )?"?(\w+)"?/i;

/** The index that a statement creates or drops concurrently. Undefined for other statements. */
export function concurrentIndex(sql: string): IndexChange | undefined {
  const [, drop, index] = indexChange.exec(sql) ?? [];
  return index === undefined ? undefined : { sql, index, drops: drop !== undefined };
}

/**
 * Changes an index concurrently: it waits for open transactions, but no request waits for it. It is dropped first,
 * because an interrupted creation leaves an invalid one.
 */
export async function changeIndex(
  client: ClientBase,
  schema: string,
  { sql, index, drops }: IndexChange,
): Promise<void> {
  const named = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(index)}`;
  await client.query("SET lock_timeout = 0");
  await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${named}`);
  if (!drops) await client.query(sql);
}
