import { lockPoll, type PrismaTransaction, pollFromRow } from "@polls/db";
import { giveAdminHash } from "./replace-admin-hash";

/** Polls of an organization whose admin hashes are replaced, because a member that has read them leaves. */
export interface AdminHashRenewal {
  readonly organizationId: bigint;
  /** The polls that this account created; null: all. */
  readonly createdByAccountId: bigint | null;
  /** The last poll that is done. */
  readonly afterPollId: bigint;
  /** The last one that there was. Later ones are unknown to the member. */
  readonly untilPollId: bigint;
}

/** Each poll is locked, so that requests by its old hash are refused or done; few at a time, so that none waits long. */
const BATCH = 50;

/** Replaces the admin hashes of the next polls. Returns what is left; undefined: nothing. */
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
      deletedAt: null,
    },
    orderBy: { id: "asc" },
    take: BATCH,
    select: { id: true },
  });
  for (const { id } of polls) {
    await lockPoll(tx, id, "exclusive");
    const row = await tx.prisma.poll.findUnique({ where: { id, deletedAt: null } });
    if (row !== null) await giveAdminHash(tx, pollFromRow(row), now);
  }
  const last = polls.at(BATCH - 1);
  return last && { ...renewal, afterPollId: last.id };
}

/**
 * Replaces the admin hashes that a member of an organization has read and may not read any more
 * (docs/reference/organizations.md#leaving). The first polls are done in this transaction, the others by maintenance.
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
  if (last.id === null) return;
  const all = { ...renewed, afterPollId: 0n, untilPollId: last.id };
  const left = await renewNext(tx, all, now);
  if (left !== undefined) await tx.prisma.adminHashRenewal.create({ data: left });
}
