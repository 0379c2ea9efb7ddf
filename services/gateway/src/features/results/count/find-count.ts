import type { PollCaller } from "@polls/domain/access";
import { ratingVisibility } from "@polls/domain/ratings";
import type { ReadDeps } from "../../../deps";
import { scopeOf } from "../../options/visible-option";
import type { PollCount } from "../../ratings/poll-counts";

type CountDeps = Pick<ReadDeps, "db" | "ratingSnapshots">;

/**
 * Whether the caller may read the count of the poll: it shows what `best_rating` shows, of all options
 * (docs/reference/results.md#count).
 */
export function maySeeCount(caller: PollCaller): boolean {
  const { reader } = scopeOf(caller, []);
  return ratingVisibility(caller).best && (reader === "admin" || reader.othersShown);
}

/** The count of the poll, if the caller sees one. */
export async function findShownCount(
  caller: PollCaller,
  { db, ratingSnapshots }: CountDeps,
): Promise<PollCount | undefined> {
  if (!maySeeCount(caller)) return undefined;
  const count = await ratingSnapshots.counts.of(db, caller.poll);
  return typeof count === "string" ? undefined : count;
}
