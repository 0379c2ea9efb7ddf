import type { Poll } from "@polls/domain/polls";
import { pollFromRow } from "../rows/poll";
import { lockClasses } from "../sql/advisory-locks";
import type { PrismaQueryable, PrismaTransaction, Transaction } from "../sql/queryable";
import { command } from "../sql/statement";

/** Many transactions hold a `shared` lock on a poll at a time, or one holds the `exclusive` lock. */
export type PollLock = "shared" | "exclusive";

export interface AddressedPoll {
  readonly poll: Poll;
  /** The hash of the poll that the request names. */
  readonly addressedBy: "admin_hash" | "member_hash";
}

/** The poll with a hash; undefined where there is none, or it is deleted. */
export async function findPoll(
  queryable: PrismaQueryable,
  hash: string,
): Promise<AddressedPoll | undefined> {
  const row = await queryable.prisma.poll.findFirst({ where: withHash(hash) });
  if (row === null) return undefined;
  const addressedBy = row.adminHash === hash ? "admin_hash" : "member_hash";
  return { poll: pollFromRow(row), addressedBy };
}

/** The poll with a hash, locked. It is read after the lock, and does not change before the transaction ends. */
export async function findAndLockPoll(
  tx: PrismaTransaction,
  hash: string,
  lock: PollLock,
): Promise<AddressedPoll | undefined> {
  const found = await tx.prisma.poll.findFirst({ where: withHash(hash), select: { id: true } });
  if (found === null) return undefined;
  await lockPoll(tx, found.id, lock);
  return findPoll(tx, hash);
}

const withHash = (hash: string) => ({
  deletedAt: null,
  OR: [{ memberHash: hash }, { adminHash: hash }],
});

const lockSql = {
  shared: command("lock-poll-shared", "SELECT pg_advisory_xact_lock_shared($1::int, $2::int)"),
  exclusive: command("lock-poll-exclusive", "SELECT pg_advisory_xact_lock($1::int, $2::int)"),
} as const;

/** Locks a poll until the transaction ends. It waits at most the session's `lock_timeout`. */
export async function lockPoll(tx: Transaction, id: bigint, lock: PollLock): Promise<void> {
  await tx.run(lockSql[lock](lockClasses.polls, Number(id)));
}
