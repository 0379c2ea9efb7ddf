import {
  type ConnectOptions,
  connectDatabase,
  type Db,
  isDatabaseUnavailable,
  isSchemaMissing,
} from "@polls/db/connection";
import { openShards, SHARDS_EVERY_MS, type Shards } from "@polls/db/shards";
import type { Logger } from "@polls/telemetry";
import type { Lifecycle } from "./lifecycle";
import { runEvery } from "./run-every";
import type { ServiceContext } from "./run-service";

/** Connects a process to its database for its life, with its watch and its shards. */
export async function openDatabase(
  url: string,
  options: Omit<ConnectOptions, "onError">,
  { life, log }: ServiceContext,
) {
  const onError = (err: unknown) => log.warn({ err }, "database connection lost");
  const db = connectDatabase(url, { ...options, onError });
  life.add("database", db, () => db.close());
  const watch = db.watch();
  await watch.started;
  return { db, watch, clock: watch.now, shards: await followShards(db, life, log) };
}

/**
 * Opens the shards of a database, later ones too, for the life of a process. If the database is
 * away, the list is read once it answers.
 */
async function followShards(home: Db, life: Lifecycle, log: Logger): Promise<Shards> {
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
