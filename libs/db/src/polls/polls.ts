import type { Poll } from "@polls/domain/polls";
import type { Poll as PollRow } from "../generated/prisma/client";
import { pollFromRow } from "../rows/poll";
import { lockClasses, pollKey } from "../sql/advisory-locks";
import { momentColumn } from "../sql/moment";
import { type PrismaQueryable, type Queryable, rowOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";

/** Many transactions can hold the `shared` lock of a poll at a time, or one the `exclusive` lock. */
export type PollLock = "shared" | "exclusive";

export interface AddressedPoll {
  readonly poll: Poll;
  /** Whether the request contains the admin hash or the member hash. */
  readonly addressedBy: "admin_hash" | "member_hash";
  /** When the poll was read, by the clock of the database. */
  readonly moment: Date;
}

const findSql = query<PollRow & { readonly moment: Date }>(
  "find-poll",
  `SELECT *, ${momentColumn} FROM polls
   WHERE deleted_at IS NULL AND (member_hash = $1::text OR admin_hash = $1::text) LIMIT 1`,
);

/** The poll with a hash. Undefined if it does not exist or is deleted. */
export async function findPoll(
  queryable: Queryable,
  hash: string,
): Promise<AddressedPoll | undefined> {
  const row = await rowOf(queryable, findSql(hash));
  if (row === undefined) return undefined;
  const addressedBy = row.adminHash === hash ? "admin_hash" : "member_hash";
  return { poll: pollFromRow(row), addressedBy, moment: row.moment };
}

/** The poll with a hash, locked and read after the lock. If the hash moves to another poll, that one is locked too. */
export async function findAndLockPoll(
  tx: Transaction,
  hash: string,
  lock: PollLock,
): Promise<AddressedPoll | undefined> {
  let lockedId: bigint | undefined;
  for (;;) {
    const pollRow = await findPoll(tx, hash);
    if (pollRow === undefined || pollRow.poll.id === lockedId) return pollRow;
    await lockPoll(tx, pollRow.poll.id, lock);
    lockedId = pollRow.poll.id;
  }
}

const lockSql = {
  shared: command("lock-poll-shared", "SELECT pg_advisory_xact_lock_shared($1::int, $2::int)"),
  exclusive: command("lock-poll-exclusive", "SELECT pg_advisory_xact_lock($1::int, $2::int)"),
} as const;

/** Locks a poll until the transaction ends. Waits at most the `lock_timeout` of the session. */
export const lockPoll = (tx: Transaction, id: bigint, lock: PollLock) =>
  tx.run(lockSql[lock](lockClasses.polls, pollKey(id)));

const deletedSql = query<{ id: bigint }>(
  "oldest-deleted-poll",
  `SELECT id FROM polls WHERE deleted_at IS NOT NULL AND taken_down_at IS NULL
   ORDER BY deleted_at LIMIT 1`,
);

/** The poll that was deleted first, and whose rows are still there. */
export const oldestDeletedPoll = async (tx: Transaction) => (await rowOf(tx, deletedSql()))?.id;

/** Finds a poll that is not deleted, by its id. */
export async function findExistingPoll(
  { prisma }: PrismaQueryable,
  id: bigint,
): Promise<Poll | undefined> {
  const row = await prisma.poll.findFirst({ where: { id, deletedAt: null } });
  return row === null ? undefined : pollFromRow(row);
}
