import { lockOpenInvitation, type OpenInvitation } from "@polls/db/participants";
import type { PrismaTransaction, Transaction } from "@polls/db/sql";
import { linkDigest } from "@polls/db/tokens";

/** Finds and locks the invitation of a code. Undefined if it is unknown, used or withdrawn. */
export const findOpenInvitation = (
  tx: Transaction,
  pollId: bigint,
  code: string,
): Promise<OpenInvitation | undefined> => lockOpenInvitation(tx, pollId, linkDigest(code));

/** Marks an invitation as used by a participant. */
export async function useInvitation(
  tx: PrismaTransaction,
  { id }: OpenInvitation,
  participantId: bigint,
  now: Date,
): Promise<void> {
  await tx.prisma.invitation.update({ where: { id }, data: { participantId, usedAt: now } });
}
