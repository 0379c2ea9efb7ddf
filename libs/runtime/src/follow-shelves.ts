import { type Db, isDatabaseUnavailable, isSchemaMissing } from "@polls/db/connection";
import { openShelves, SHELVES_EVERY_MS, type Shelves } from "@polls/db/shelves";
import type { Logger } from "@polls/telemetry";
import type { Lifecycle } from "./lifecycle";
import { runEvery } from "./run-every";

/**
 * Opens the shelves of a database for the life of a process, including shelves that are added later. If the database is
 * unavailable, the list is read once it answers.
 */
export async function followShelves(home: Db, life: Lifecycle, log: Logger): Promise<Shelves> {
  const shelves = openShelves(home);
  life.add("shelves", shelves, () => shelves.close());
  let known = 1;
  const read = async () => {
    await shelves.refresh();
    const count = shelves.all().length;
    if (count !== known) log.info({ shelves: count }, "shelves");
    known = count;
  };
  await read().catch((error: unknown) => {
    if (!(isDatabaseUnavailable(error) || isSchemaMissing(error))) throw error;
  });
  const repetition = runEvery(SHELVES_EVERY_MS, read, (err) =>
    log.warn({ err }, "the list of shelves cannot be read"),
  );
  life.add("list of shelves", repetition, (each) => each.close());
  return shelves;
}

/** The most connections to the database that a process opens for its shelves. */
export const connectionsOf = (shelves: Shelves): number =>
  shelves.all().reduce((sum, { connections }) => sum + connections, 0);
