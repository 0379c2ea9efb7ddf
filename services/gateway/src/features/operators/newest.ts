import type { Db } from "@polls/db/connection";
import type { Shards } from "@polls/db/shards";

/** The newest rows of all shards, of those that `find` returns for each. */
export async function newestOf<Row extends { readonly createdAt: Date }>(
  shards: Shards,
  limit: number,
  find: (db: Db) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found = await Promise.all(shards.all().map(find));
  return found
    .flat()
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, limit);
}
