import { lockPoll } from "@polls/db/polls";
import { participantFromRow, pollFromRow } from "@polls/db/rows";
import type { PrismaTransaction } from "@polls/db/sql";
import { findVotes, lockVotesWithoutRoom, placelessVotes } from "@polls/db/votes";
import { creditedTo, isPayable } from "@polls/domain/payments";
import { placeKeptFrom } from "@polls/domain/votes";
import { findPayment, lockParticipantOf } from "./payments.repository";

/**
 * Reserves again the places of the object of a payment, before another checkout is opened. They are
 * kept while the checkout is open (docs/reference/votes.md#places-of-unpaid-votes). Returns false
 * if there is no place for a bought vote. Always returns true for a fee, because the payer pays for
 * the participation.
 */
export async function keepPlaces(
  tx: PrismaTransaction,
  paymentId: bigint,
  now: Date,
): Promise<boolean> {
  const stored = await findPayment(tx, paymentId);
  if (stored === undefined || !isPayable(stored.payment)) return true;
  const { payment } = stored;
  const isVote = creditedTo[payment.kind] === "vote";
  if (!isVote && creditedTo[payment.kind] !== "participant") return true;
  await lockPoll(tx, payment.pollId, "shared");
  const row = await tx.prisma.poll.findUnique({ where: { id: payment.pollId } });
  const participantRow = await lockParticipantOf(tx, payment);
  if (row === null || participantRow === undefined) return true;
  const participant = participantFromRow(participantRow);
  const all = await findVotes(tx, [{ participantId: participant.id, optionIds: undefined }]);
  const votes = isVote ? all.filter(({ publicId }) => publicId === payment.votePublicId) : all;
  const unpaid = { poll: pollFromRow(row), participant, votes, now };
  if (placelessVotes(unpaid).length === 0) return true;
  const full = await lockVotesWithoutRoom(tx, unpaid);
  if (full.length > 0) return !isVote;
  const placeUntil = placeKeptFrom(now);
  if (isVote) {
    const publicIds = votes.map(({ publicId }) => publicId);
    await tx.prisma.vote.updateMany({
      where: { publicId: { in: publicIds } },
      data: { placeUntil },
    });
  } else {
    await tx.prisma.participant.update({ where: { id: participant.id }, data: { placeUntil } });
  }
  return true;
}
