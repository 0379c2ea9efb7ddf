import { newPublicId, type PrismaTransaction, pollFromRow } from "@polls/db";
import { type Actor, ownsPoll } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import { noteEvent } from "@polls/jobs/outbox";
import { freeHashes } from "./poll-hashes";

/**
 * Gives a poll that is locked exclusively another admin hash (docs/reference/polls.md#replacing-the-admin-hash).
 * Requests by the old one that wait for the lock find no poll.
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

/** Gives a poll that is locked exclusively another admin hash, without asking who may. */
export async function giveAdminHash(tx: PrismaTransaction, poll: Poll, now: Date): Promise<Poll> {
  await freeHashes(tx, poll, [poll.adminHash], now);
  const row = await tx.prisma.poll.update({
    where: { id: poll.id },
    data: { adminHash: newPublicId(), version: { increment: 1 }, updatedAt: now },
  });
  await noteEvent(tx, { type: "poll.updated", pollId: poll.id, now });
  return pollFromRow(row);
}
