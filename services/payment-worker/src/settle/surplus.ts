import { lockPayment, newPublicId, type PrismaTransaction, paymentFromRow } from "@polls/db";
import { isFailing, type Payment } from "@polls/domain/payments";
import { sendRefund, settlePayment } from "@polls/jobs";
import { send, sendAll } from "@polls/jobs/outbox";

/** The reason of a refund of votes that were paid twice. */
export const SURPLUS = "surplus";

/** The accepted payments of a vote, newest first. */
const paymentsOf = ({ prisma }: PrismaTransaction, { votePublicId }: Payment) =>
  votePublicId === undefined
    ? []
    : prisma.payment.findMany({
        where: { votePublicId, state: "paid", acceptedAt: { not: null }, rejection: null },
        include: {
          refunds: true,
          checkouts: { where: { state: "paid" }, orderBy: { attempt: "asc" }, take: 1 },
        },
        orderBy: { id: "desc" },
      });

/**
 * Refunds votes that were paid for and that the vote cannot take, from its newest payments first
 * (docs/reference/payments.md#votes-that-are-paid-twice). Refunds that were not reported yet are part
 * of the surplus. The caller has locked the participant.
 */
export async function refundSurplus(
  tx: PrismaTransaction,
  payment: Payment,
  surplus: number,
  now: Date,
): Promise<void> {
  for (const { id } of await paymentsOf(tx, payment)) await lockPayment(tx, { id });
  const payments = (await paymentsOf(tx, payment)).map((row) => {
    const unit = unitOf(row);
    const pending = row.refunds
      .filter((one) => one.state === "asked" || isFailing(one, { rejection: undefined }))
      .reduce((sum, { amount }) => sum + Number(amount), 0);
    const left = Number(row.received - row.refunded) - pending;
    return { row, unit, pending: Math.floor(pending / unit), votes: Math.floor(left / unit) };
  });
  let missing = surplus - payments.reduce((sum, { pending }) => sum + pending, 0);
  for (const { row, unit, votes } of payments) {
    const [checkout] = row.checkouts;
    const part = Math.min(missing, votes);
    if (part <= 0 || checkout === undefined) continue;
    missing -= part;
    const refund = await tx.prisma.refund.create({
      data: {
        ...{ publicId: newPublicId(), paymentId: row.id, checkoutId: checkout.id },
        ...{ amount: part * unit, reason: SURPLUS, createdAt: now },
      },
    });
    await send(tx, sendRefund, { refundId: String(refund.id) });
  }
}

const unitOf = (row: Parameters<typeof paymentFromRow>[0]): number =>
  paymentFromRow(row).unitAmount ?? 1;

/** Settles the other payments of a vote that has room again: their money may count now. */
export async function settleOthers(tx: PrismaTransaction, payment: Payment): Promise<void> {
  const waiting = (await paymentsOf(tx, payment)).filter(
    (row) =>
      row.id !== payment.id && row.credited * unitOf(row) < Number(row.received - row.refunded),
  );
  await sendAll(
    tx,
    settlePayment,
    waiting.map(({ id }) => ({ paymentId: String(id) })),
  );
}
