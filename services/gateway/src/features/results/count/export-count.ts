import { inSnapshot } from "@polls/db/sql";
import type { Poll } from "@polls/domain/polls";
import type { Language } from "@polls/markup";
import type { Deps } from "../../../deps";
import { type CountWire, presentCount } from "./present-count";

/** The count of a poll for an admin. Undefined: the poll has none, or it cannot be made now. */
export const readCountToExport = (
  poll: Poll,
  language: Language,
  { db, ratingSnapshots }: Pick<Deps, "db" | "ratingSnapshots">,
): Promise<CountWire | undefined> =>
  inSnapshot(
    db,
    async (snapshot) => {
      const count = await ratingSnapshots.counts.of(snapshot, poll, { waits: true });
      return typeof count === "string" ? undefined : presentCount(snapshot, poll, count, language);
    },
    { large: true },
  );
