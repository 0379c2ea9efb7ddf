import type { Db } from "@polls/db/connection";
import { openShards, type Shards } from "@polls/db/shards";

/** Runs work with all shards of a database (docs/adr/0035-polls-live-on-shelves.md). */
export async function withShards<Result>(
  home: Db,
  work: (shards: Shards) => Promise<Result>,
): Promise<Result> {
  const shards = openShards(home);
  try {
    await shards.refresh();
    return await work(shards);
  } finally {
    await shards.close();
  }
}
