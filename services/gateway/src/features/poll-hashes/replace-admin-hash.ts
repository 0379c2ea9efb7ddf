import { pollFromRow } from "@polls/db/rows";
import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { type Actor, ownsPoll } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import { noteEvent } from "@polls/jobs/outbox";
import { changeHashes } from "./poll-hashes";

/**
 * Replaces the admin hash of a poll, which must be locked exclusively
 * (docs/reference/polls.md#replacing-the-admin-hash). Requests with the old hash that wait for the
 * lock will not find the poll.
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

/**
 * Replaces the admin hash of a poll, which must be locked exclusively, without checking the
 * permission of a caller.
 */
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
