import type { Poll } from "@polls/domain/polls";
import type { Queryable } from "./connect";
import { pollFromRow } from "./rows/poll";

/** How a writer holds a poll: many `shared`, or one `exclusive`. Ends with the transaction. */
export type PollLock = "shared" | "exclusive";

/** The class of advisory locks on polls; the second key is the poll's id. */
const POLL_LOCK_CLASS = 1;

/**
 * The poll a hash addresses, and by which of its hashes; undefined when there is none (or none any
 * more). With a lock the poll is read after the lock is held, so that what it says stays true until
 * the transaction ends.
 */
export async function findPoll(
  queryable: Queryable,
  hash: string,
  lock?: PollLock,
): Promise<
  { readonly poll: Poll; readonly addressedBy: "admin_hash" | "member_hash" } | undefined
> {
  const where = { deletedAt: null, OR: [{ memberHash: hash }, { adminHash: hash }] };
  if (lock !== undefined) {
    const found = await queryable.poll.findFirst({ where, select: { id: true } });
    if (found === null) return undefined;
    await lockPoll(queryable, found.id, lock);
  }
  const row = await queryable.poll.findFirst({ where });
  if (row === null) return undefined;
  const addressedBy = row.adminHash === hash ? "admin_hash" : "member_hash";
  return { poll: pollFromRow(row), addressedBy };
}

/** Takes the poll's lock until the transaction ends; waits at most the session's `lock_timeout`. */
export async function lockPoll(queryable: Queryable, id: bigint, lock: PollLock): Promise<void> {
  if (lock === "shared") {
    await queryable.$executeRaw`SELECT pg_advisory_xact_lock_shared(${POLL_LOCK_CLASS}::int, ${Number(id)}::int)`;
  } else {
    await queryable.$executeRaw`SELECT pg_advisory_xact_lock(${POLL_LOCK_CLASS}::int, ${Number(id)}::int)`;
  }
}
