import { mapOf, type Queryable, rowsOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";

/** A schema with the tables of polls. `public` has a row too if there are other shards. */
export interface ShardRecord {
  readonly number: number;
  readonly name: string;
  /** Whether new polls are created there. */
  readonly takesPolls: boolean;
}

const listSql = query<ShardRecord>(
  "list-shards",
  "SELECT number, name, takes_polls IS TRUE AS takes_polls FROM shelves ORDER BY number",
);

/** All shards, ordered by number; none if all polls are in `public`. */
export const listShards = (queryable: Queryable) => rowsOf(queryable, listSql());

const anySql = query<{ readonly any: boolean }>(
  "has-shards",
  "SELECT EXISTS (SELECT FROM shelves) AS any",
);

const takeSql = query<{ readonly hash: string }>(
  "take-poll-addresses",
  `INSERT INTO poll_addresses (hash, shelf) SELECT hash, $2::int FROM unnest($1::text[]) AS new(hash)
   ON CONFLICT (hash) DO NOTHING RETURNING hash`,
);

const dropSql = command(
  "drop-poll-addresses",
  "DELETE FROM poll_addresses WHERE hash = ANY($1::text[])",
);

export interface AddressChange {
  readonly shard: number;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/**
 * Stores the shard of the hashes of a poll, if there are shards, in the transaction that assigns them. Returns false if
 * a poll of another shard has one of them.
 */
export async function moveAddresses(
  tx: Transaction,
  { shard, from, to }: AddressChange,
): Promise<boolean> {
  const [found] = (await tx.run(anySql())).rows;
  if (found?.any !== true) return true;
  if (from.length > 0) await tx.run(dropSql(from));
  return to.length === 0 || (await tx.run(takeSql(to, shard))).rowCount === to.length;
}

const findSql = query<{ readonly hash: string; readonly shard: number }>(
  "find-poll-addresses",
  "SELECT hash, shelf AS shard FROM poll_addresses WHERE hash = ANY($1::text[])",
);

/** The shards of hashes. A hash without a row belongs to a poll of `public`, or to none. */
export const findShardsOf = (queryable: Queryable, hashes: readonly string[]) =>
  mapOf(queryable, findSql(hashes), "hash", "shard");
