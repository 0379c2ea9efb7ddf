import type { Queryable, Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";

/** A schema with the tables of polls. `public` has a row too if there are other shelves. */
export interface ShelfRecord {
  readonly number: number;
  readonly name: string;
  /** Whether new polls are created there. */
  readonly takesPolls: boolean;
}

const listSql = query<ShelfRecord>(
  "list-shelves",
  "SELECT number, name, takes_polls IS TRUE AS takes_polls FROM shelves ORDER BY number",
);

/** All shelves, ordered by number; none if all polls are in `public`. */
export async function listShelves(queryable: Queryable): Promise<readonly ShelfRecord[]> {
  return (await queryable.run(listSql())).rows;
}

const anySql = query<{ readonly any: boolean }>(
  "has-shelves",
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

/** A change of the hashes of a poll. */
export interface AddressChange {
  readonly shelf: number;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/**
 * Stores the shelf of the hashes of a poll, in the transaction that assigns them, if there are shelves. Returns false if
 * a poll of another shelf has one of them.
 */
export async function moveAddresses(
  tx: Transaction,
  { shelf, from, to }: AddressChange,
): Promise<boolean> {
  const [found] = (await tx.run(anySql())).rows;
  if (found?.any !== true) return true;
  if (from.length > 0) await tx.run(dropSql(from));
  return to.length === 0 || (await tx.run(takeSql(to, shelf))).rowCount === to.length;
}

const findSql = query<{ readonly hash: string; readonly shelf: number }>(
  "find-poll-addresses",
  "SELECT hash, shelf FROM poll_addresses WHERE hash = ANY($1::text[])",
);

/** The shelves of hashes. A hash without a row belongs to a poll of `public`, or to none. */
export async function findShelvesOf(
  queryable: Queryable,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await queryable.run(findSql(hashes));
  return new Map(rows.map(({ hash, shelf }) => [hash, shelf]));
}
