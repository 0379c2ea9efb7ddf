import { isUniqueViolation } from "@polls/db/connection";
import { keepFreedHashes } from "@polls/db/polls";
import { moveAddresses, shardOfId } from "@polls/db/shards";
import type { PrismaTransaction } from "@polls/db/sql";
import type { Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import { keptDays } from "@polls/domain/retention";

const DAY_MS = 86_400_000;

type Owned = Partial<Pick<Poll, "ownerAccountId" | "ownerOrganizationId">>;

/** The owner as freed hashes name it. */
const nameOfOwner = ({ ownerAccountId, ownerOrganizationId }: Owned): string =>
  ownerOrganizationId === undefined
    ? `account:${ownerAccountId}`
    : `organization:${ownerOrganizationId}`;

/** A member hash that the owner of a poll has chosen. */
export interface ChosenHash {
  /** Undefined: no hash is chosen. */
  readonly hash: string | undefined;
  readonly owner: Owned;
  /** Undefined: the poll is new. */
  readonly pollId: bigint | undefined;
  readonly now: Date;
}

const taken = () => new Invalid({ member_hash: ["is taken"] }, "member_hash_taken");

/**
 * Writes a poll with a chosen member hash. Throws 422 for a hash of another poll, also for
 * concurrent requests, and for a hash that is reserved for another owner.
 */
export async function withFreeHash<Result>(
  tx: PrismaTransaction,
  chosen: ChosenHash,
  write: () => Promise<Result>,
): Promise<Result> {
  if (chosen.hash === undefined) return write();
  if (await isTaken(tx, chosen.hash, chosen)) throw taken();
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, "polls_member_hash_key")) throw taken();
    throw error;
  }
}

/**
 * The polls are read first. A hash that another transaction frees between the two reads is then
 * found by the second read.
 */
async function isTaken(
  { prisma }: PrismaTransaction,
  hash: string,
  { owner, pollId, now }: Omit<ChosenHash, "hash">,
): Promise<boolean> {
  const other = await prisma.poll.findFirst({
    where: {
      OR: [{ memberHash: hash }, { adminHash: hash }],
      ...(pollId !== undefined && { id: { not: pollId } }),
    },
    select: { id: true },
  });
  if (other !== null) return true;
  const since = new Date(now.getTime() - keptDays.freed_hashes * DAY_MS);
  const kept = await prisma.freedHash.count({
    where: { hash, freedAt: { gt: since }, owner: { not: nameOfOwner(owner) } },
  });
  return kept > 0;
}

/** The hashes of a poll before and after a change. */
interface HashChange {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Makes a poll known by the hashes of a new poll, in the transaction that gives them. 422 where another poll has one. */
export async function addressPoll(
  tx: PrismaTransaction,
  { id }: Pick<Poll, "id">,
  { from, to }: HashChange,
): Promise<void> {
  if (!(await moveAddresses(tx, { shard: shardOfId(id), from, to }))) throw taken();
}

/** Keeps hashes that the poll gives up in this transaction for its owner, and makes it known by others. */
export async function changeHashes(
  tx: PrismaTransaction,
  poll: Owned & Pick<Poll, "id">,
  change: HashChange,
  now: Date,
): Promise<void> {
  await keepFreedHashes(tx, change.from, { owner: nameOfOwner(poll), now });
  await addressPoll(tx, poll, change);
}
