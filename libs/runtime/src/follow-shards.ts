import { type Db, isDatabaseUnavailable, isSchemaMissing } from "@polls/db/connection";
import { openShards, SHARDS_EVERY_MS, type Shards } from "@polls/db/shards";
import type { Logger } from "@polls/telemetry";
import type { Lifecycle } from "./lifecycle";
import { runEvery } from "./run-every";

/**
 * Opens the shards of a database, later ones too, for the life of a process. If the database is
 * away, the list is read once it answers.
 */
export async function followShards(home: Db, life: Lifecycle, log: Logger): Promise<Shards> {
  const shards = openShards(home);
  life.add("shards", shards, () => shards.close());
  let known = 1;
  const read = async () => {
    await shards.refresh();
    const count = shards.all().length;
    if (count !== known) log.info({ shards: count }, "shards");
    known = count;
  };
  await read().catch((error: unknown) => {
    if (!(isDatabaseUnavailable(error) || isSchemaMissing(error))) throw error;
  });
  const repetition = runEvery(SHARDS_EVERY_MS, read, (err) =>
    log.warn({ err }, "the list of shards cannot be read"),
  );
  life.add("list of shards", repetition, (each) => each.close());
  return shards;
}

/** The most connections to the database that a process opens for its shards. */
export const connectionsOf = (shards: Shards): number =>
  shards.all().reduce((sum, { connections }) => sum + connections, 0);
