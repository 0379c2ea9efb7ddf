import { isUniqueViolation } from "@polls/db/connection";
import { keepFreedHashes } from "@polls/db/polls";
import { pollFromRow } from "@polls/db/rows";
import { moveAddresses, shardOfId } from "@polls/db/shards";
import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { type Actor, ownsPoll } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import { keptDays } from "@polls/domain/retention";
import { noteEvent } from "@polls/jobs/outbox";

const DAY_MS = 86_400_000;

type Owned = Partial<Pick<Poll, "ownerAccountId" | "ownerOrganizationId">>;

/** The owner as freed hashes and counts of polls name it. */
export const nameOfOwner = ({ ownerAccountId, ownerOrganizationId }: Owned): string =>
  ownerOrganizationId === undefined
    ? `account:${ownerAccountId}`
    : `organization:${ownerOrganizationId}`;

export interface ChosenHash {
  /** Undefined: no hash is chosen. */
  readonly hash: string | undefined;
  readonly owner: Owned;
  /** Undefined: the poll is new. */
  readonly pollId: bigint | undefined;
  readonly now: Date;
}

const taken = () => new Invalid({ member_hash: ["is taken"] }, "member_hash_taken");

/** 422 for a hash of another poll, also of a concurrent request, or reserved for another owner. */
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

/** Polls are read first: a hash that is freed between the reads is found by the second one. */
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

/**
 * The poll is locked exclusively (docs/reference/polls.md#replacing-the-admin-hash): requests with the
 * old hash that wait for the lock will not find it.
 */
export async function replaceAdminHash(
  tx: PrismaTransaction,
  { poll, actor, now }: { readonly poll: Poll; readonly actor: Actor; readonly now: Date },
): Promise<Poll> {
  if (!ownsPoll(actor, poll)) {
    throw new Invalid({ base: ["Only the owner of the poll may do this"] }, "owner_only");
  }
  return giveAdminHash(tx, poll, now);
}

/** The poll is locked exclusively. No permission is checked. */
export async function giveAdminHash(tx: PrismaTransaction, poll: Poll, now: Date): Promise<Poll> {
  const adminHash = newPublicId();
  await changeHashes(tx, poll, { from: [poll.adminHash], to: [adminHash] }, now);
  const row = await tx.prisma.poll.update({
    where: { id: poll.id },
    data: { adminHash, version: { increment: 1 }, updatedAt: now },
  });
  await noteEvent(tx, { type: "poll.updated", pollId: poll.id, now });
  return pollFromRow(row);
}
