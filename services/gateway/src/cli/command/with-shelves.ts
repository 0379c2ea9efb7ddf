import type { Db } from "@polls/db/connection";
import { openShelves, type Shelves } from "@polls/db/shelves";

/** Runs work with all shelves of a database (docs/adr/0035-polls-live-on-shelves.md). */
export async function withShelves<Result>(
  home: Db,
  work: (shelves: Shelves) => Promise<Result>,
): Promise<Result> {
  const shelves = openShelves(home);
  try {
    await shelves.refresh();
    return await work(shelves);
  } finally {
    await shelves.close();
  }
}
