import { findTakenDown } from "@polls/db/polls";
import type { Queryable } from "@polls/db/sql";
import { NotFound, TakenDown } from "@polls/domain/refusals";

/** Throws 410 if `work` finds no poll, as it was taken down (docs/reference/polls.md#taken-down-polls). */
export async function tellTakenDown<Result>(
  queryable: Queryable,
  pollHash: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isMissing = error instanceof NotFound && error.code === "poll_not_found";
    if (isMissing) await requireNotTakenDown(queryable, pollHash);
    throw error;
  }
}

/** Throws 410 if an operator has taken the poll with a hash down. */
export async function requireNotTakenDown(
  queryable: Queryable,
  pollHash: string | undefined,
): Promise<void> {
  const reason = pollHash === undefined ? undefined : await findTakenDown(queryable, pollHash);
  if (reason !== undefined) throw new TakenDown(reason);
}
