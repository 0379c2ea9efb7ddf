import { lockPoll } from "@polls/db/polls";
import { pollFromRow } from "@polls/db/rows";
import { HOME_SHARD, idsOfShard, listShards } from "@polls/db/shards";
import type { PrismaTransaction } from "@polls/db/sql";
import { unpurgedPolls } from "../taken-down/poll-of-link";
import { giveAdminHash } from "./poll-hashes";

/** Admin hashes that must be replaced, because a member who has read them leaves. */
export interface AdminHashRenewal {
  readonly organizationId: bigint;
  /** Only the polls that this account created. Null: all polls. */
  readonly createdByAccountId: bigint | null;
  /** The last poll whose hash is replaced. */
  readonly afterPollId: bigint;
  /** The last poll to replace. The member does not know later ones. */
  readonly untilPollId: bigint;
}

/** Polls are locked, so that requests with the old hash are done or refused. None waits for long. */
const BATCH = 50;

/** Returns the remaining work, or undefined if none is left. */
export async function renewNext(
  tx: PrismaTransaction,
  renewal: AdminHashRenewal,
  now: Date,
): Promise<AdminHashRenewal | undefined> {
  const { organizationId, createdByAccountId, afterPollId, untilPollId } = renewal;
  const polls = await tx.prisma.poll.findMany({
    where: {
      ownerOrganizationId: organizationId,
      ...(createdByAccountId !== null && { createdByAccountId }),
      id: { gt: afterPollId, lte: untilPollId },
      ...unpurgedPolls,
    },
    orderBy: { id: "asc" },
    take: BATCH,
    select: { id: true },
  });
  for (const { id } of polls) {
    await lockPoll(tx, id, "exclusive");
    const row = await tx.prisma.poll.findUnique({ where: { id, ...unpurgedPolls } });
    if (row !== null) await giveAdminHash(tx, pollFromRow(row), now);
  }
  const last = polls.at(BATCH - 1);
  return last && { ...renewal, afterPollId: last.id };
}

/**
 * Replaces the admin hashes that a member has read and may not read any more
 * (docs/reference/organizations.md#leaving): the first polls here, the others by the maintenance.
 */
export async function renewAdminHashes(
  tx: PrismaTransaction,
  renewed: Pick<AdminHashRenewal, "organizationId" | "createdByAccountId">,
  now: Date,
): Promise<void> {
  const { _max: last } = await tx.prisma.poll.aggregate({
    where: { ownerOrganizationId: renewed.organizationId },
    _max: { id: true },
  });
  await renewOnOtherShards(tx, renewed);
  if (last.id === null) return;
  const all = { ...renewed, afterPollId: 0n, untilPollId: last.id };
  const left = await renewNext(tx, all, now);
  if (left !== undefined) await tx.prisma.adminHashRenewal.create({ data: left });
}

/** Maintenance of each shard replaces those of its polls. */
async function renewOnOtherShards(
  tx: PrismaTransaction,
  renewed: Pick<AdminHashRenewal, "organizationId" | "createdByAccountId">,
): Promise<void> {
  const others = (await listShards(tx)).filter(({ number }) => number !== HOME_SHARD);
  for (const { number } of others) {
    const { before, last } = idsOfShard(number);
    const all = { ...renewed, afterPollId: before, untilPollId: last };
    await tx.prisma.adminHashRenewal.create({ data: all });
  }
}
