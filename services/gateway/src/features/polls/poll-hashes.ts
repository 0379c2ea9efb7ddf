import { isUniqueViolation, keepFreedHashes, type PrismaTransaction } from "@polls/db";
import type { Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";

/** For so long only its owner takes a hash that a poll gave up (docs/reference/polls.md#addresses). */
export const FREED_HASH_DAYS = 90;
const DAY_MS = 86_400_000;

type Owned = Pick<Poll, "ownerAccountId" | "ownerOrganizationId">;

const ownerOf = ({ ownerAccountId, ownerOrganizationId }: Owned): string =>
  ownerOrganizationId === undefined
    ? `account:${ownerAccountId}`
    : `organization:${ownerOrganizationId}`;

/** A member hash that the owner of a poll has chosen. */
export interface ChosenHash {
  /** Undefined: none is chosen. */
  readonly hash: string | undefined;
  readonly owner: Owned;
  /** Undefined: the poll is new. */
  readonly pollId: bigint | undefined;
  readonly now: Date;
}

const taken = () => new Invalid({ member_hash: ["is taken"] }, "member_hash_taken");

/**
 * Writes a poll under a chosen member hash. A hash of any other poll is 422, also when two requests take it
 * at once, and so is one that a poll of another owner gave up lately.
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

/** Polls are read first: a hash that another transaction frees between the two reads is found by the second. */
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
  const since = new Date(now.getTime() - FREED_HASH_DAYS * DAY_MS);
  const kept = await prisma.freedHash.count({
    where: { hash, freedAt: { gt: since }, owner: { not: ownerOf(owner) } },
  });
  return kept > 0;
}

/** Keeps hashes that the poll gives up in this transaction for its owner. */
export const freeHashes = (
  tx: PrismaTransaction,
  poll: Owned,
  hashes: readonly string[],
  now: Date,
): Promise<void> => keepFreedHashes(tx, hashes, { owner: ownerOf(poll), now });
