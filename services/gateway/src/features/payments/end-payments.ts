import type { Prisma, PrismaTransaction } from "@polls/db";
import { payableStates } from "@polls/domain/payments";
import { endPayment } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";

/**
 * Ends the payments that can still be paid for what is about to go: their checkouts are closed by jobs,
 * and money that was faster goes back (decisions 10).
 */
export async function endPayments(
  tx: PrismaTransaction,
  of: Pick<Prisma.PaymentWhereInput, "pollId" | "optionId" | "participantId" | "kind">,
  now: Date,
): Promise<void> {
  const ended = await tx.prisma.payment.updateManyAndReturn({
    where: { ...of, endedAt: null, state: { in: [...payableStates] } },
    data: { endedAt: now, updatedAt: now, version: { increment: 1 } },
    select: { id: true },
  });
  await sendAll(
    tx,
    endPayment,
    ended.map(({ id }) => ({ paymentId: String(id) })),
  );
}
