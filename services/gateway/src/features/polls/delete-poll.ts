import { isPaidFor } from "@polls/db/polls";
import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { type AddressedBy, mayDeletePoll, ownsPoll, type PollCaller } from "@polls/domain/access";
import { hasVotingWallet, type Poll } from "@polls/domain/polls";
import { Invalid, NotFound } from "@polls/domain/refusals";
import { endPayablePayments, noteEvent } from "@polls/jobs/outbox";
import { changeHashes } from "../poll-hashes/poll-hashes";
import { endWebhooksOf } from "../webhooks/own-webhooks";

/** Deletes a poll on behalf of a caller (docs/reference/polls.md#deletion). Throws 404 or 422 if the caller may not. */
export async function deletePoll(
  tx: PrismaTransaction,
  {
    poll,
    actor,
    addressedBy,
    now,
  }: Pick<PollCaller, "poll" | "actor" | "now"> & {
    readonly addressedBy: AddressedBy;
  },
): Promise<void> {
  const decision = mayDeletePoll({
    addressedBy,
    ownsPoll: ownsPoll(actor, poll),
    hasPaidVotes: hasVotingWallet(poll) && (await isPaidFor(tx, poll.id)),
  });
  if (!decision.allowed) {
    if (decision.because === "not_by_admin_hash") throw new NotFound("Poll");
    throw new Invalid({ base: ["has paid votes: only its owner may delete it"] }, decision.because);
  }
  await removePoll(tx, poll, now);
}

/**
 * Hides a poll at once, under its exclusive lock. Its hashes stay reserved for its owner for some time,
 * and its parts are deleted in the background.
 */
export async function removePoll(tx: PrismaTransaction, poll: Poll, now: Date): Promise<void> {
  await endPayablePayments(tx, { pollId: poll.id }, now);
  await noteEvent(tx, { type: "poll.deleted", pollId: poll.id, now });
  await endWebhooksOf(tx, poll.id, now);
  await changeHashes(tx, poll, { from: [poll.memberHash, poll.adminHash], to: [] }, now);
  await tx.prisma.poll.update({
    where: { id: poll.id },
    data: {
      deletedAt: now,
      memberHash: newPublicId(),
      adminHash: newPublicId(),
      version: { increment: 1 },
    },
  });
}
