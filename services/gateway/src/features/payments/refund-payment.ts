import { lockPayment } from "@polls/db/payments";
import { paymentFromRow } from "@polls/db/rows";
import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { decideRefund, isFailing, type RefundRefusal } from "@polls/domain/payments";
import type { Poll } from "@polls/domain/polls";
import { Invalid, NotFound } from "@polls/domain/refusals";
import { sendRefund, settlePayment } from "@polls/jobs";
import { send } from "@polls/jobs/outbox";

const refusals: Readonly<Record<RefundRefusal, readonly [field: string, sentence: string]>> = {
  not_refundable: ["base", "has nothing that can be refunded"],
  too_many_votes: ["votes", "are more than are paid for"],
  only_whole: ["votes", "can be named for bought votes only"],
};

/**
 * Enqueues a refund of everything that is left, or of some votes
 * (docs/reference/payments.md#refunds), or sends refunds again that the provider refused. The payment
 * is locked, so no two refunds send the same
 * money.
 */
export async function refundPayment(
  tx: PrismaTransaction,
  request: {
    readonly poll: Poll;
    readonly publicId: string;
    readonly votes: number | undefined;
    readonly now: Date;
  },
): Promise<void> {
  const { poll, publicId, votes, now } = request;
  await lockPayment(tx, { publicId });
  const row = await tx.prisma.payment.findFirst({
    where: { publicId, pollId: poll.id },
    include: {
      refunds: true,
      checkouts: { where: { state: "paid" }, orderBy: { attempt: "asc" } },
    },
  });
  if (row === null) throw new NotFound("Payment");
  const { refunds, checkouts, ...columns } = row;
  const payment = paymentFromRow(columns);
  const refused = refunds.filter((one) => isFailing(one, payment));
  const pending = refunds
    .filter((one) => one.state === "asked" || refused.includes(one))
    .reduce((sum, { amount }) => sum + Number(amount), 0);
  const decision = decideRefund({ payment, pending, refused: refused.length, votes });
  if (decision.kind === "refused") {
    const [field, sentence] = refusals[decision.because];
    throw new Invalid({ [field]: [sentence] }, decision.because);
  }
  if (decision.kind === "send_again") {
    const ids = refused.map(({ id }) => id);
    await tx.prisma.refund.updateMany({ where: { id: { in: ids } }, data: { retryAt: now } });
    return send(tx, settlePayment, { paymentId: String(row.id) });
  }
  const [checkout] = checkouts;
  if (checkout === undefined) throw new Error("a paid payment has no checkout that was paid");
  const refund = await tx.prisma.refund.create({
    data: {
      publicId: newPublicId(),
      paymentId: row.id,
      checkoutId: checkout.id,
      amount: decision.amount,
      reason: "admin",
      createdAt: now,
    },
  });
  await send(tx, sendRefund, { refundId: String(refund.id) });
}
