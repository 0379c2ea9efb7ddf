import type { Prisma } from "@polls/db/connection";
import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import {
  decideOwedRefund,
  type EarlierRefund,
  isWithheld,
  type OwedRefundDecision,
  type Payment,
  type Settlement,
} from "@polls/domain/payments";
import { sendRefund } from "@polls/jobs";
import { send, sendAgain } from "@polls/jobs/outbox";
import type { CheckoutReport, RefundReport } from "./read-checkout";
import { SURPLUS } from "./surplus";

/**
 * Updates stored refunds, inserts those that are owed, and sends refused ones again
 * (docs/reference/payments.md#refused-refunds). Returns when to do this again.
 */
export async function writeRefunds(
  tx: PrismaTransaction,
  payment: Payment,
  reports: readonly CheckoutReport[],
  settlement: Settlement,
  now: Date,
): Promise<readonly Date[]> {
  const ours = reports
    .flatMap(({ refunds }) => refunds)
    .filter(
      (refund): refund is RefundReport & { readonly ref: string } => refund.ref !== undefined,
    );
  for (const { ref, providerRefundId, state, failure } of ours) {
    await tx.prisma.refund.updateMany({
      where: { publicId: ref, paymentId: payment.id },
      data: { providerRefundId, state, failure: failure ?? null },
    });
  }
  const rows = await tx.prisma.refund.findMany({
    where: { paymentId: payment.id },
    orderBy: { id: "asc" },
  });
  const times: Date[] = [];
  for (const { facts: reported } of reports) {
    const { checkoutId, received, refunded, dispute } = reported;
    const due = settlement.refundsDue.find((one) => one.checkoutId === checkoutId)?.amount ?? 0;
    const refunds = rows.filter((row) => row.checkoutId === checkoutId).map(refundFromRow);
    const facts = { refunds, due, left: received - refunded, refunded };
    const decision = decideOwedRefund({ ...facts, isWithheld: isWithheld(dispute) }, now);
    await sendRefunds(tx, { payment, checkoutId, settlement }, decision, now);
    if (decision.next !== undefined) times.push(decision.next);
  }
  return times;
}

const refundFromRow = (row: Prisma.RefundGetPayload<object>): EarlierRefund => ({
  ...row,
  amount: Number(row.amount),
  isRequested: row.reason === "admin" || row.reason === SURPLUS,
  failure: row.failure ?? undefined,
  retryAt: row.retryAt ?? undefined,
  isKnown: row.providerRefundId !== null,
});

async function sendRefunds(
  tx: PrismaTransaction,
  of: {
    readonly payment: Payment;
    readonly checkoutId: bigint;
    readonly settlement: Settlement;
  },
  { again, over, fresh }: OwedRefundDecision,
  now: Date,
): Promise<void> {
  await tx.prisma.refund.updateMany({
    where: { id: { in: [...over] } },
    data: { failure: null, retryAt: null },
  });
  for (const { id, amount } of again) {
    // A refusal of the job schedules the next try.
    await tx.prisma.refund.update({ where: { id }, data: { amount, retryAt: null } });
    await sendAgain(tx, sendRefund, "refundId", id);
  }
  if (fresh === 0) return;
  const refund = await tx.prisma.refund.create({
    data: {
      publicId: newPublicId(),
      paymentId: of.payment.id,
      checkoutId: of.checkoutId,
      amount: fresh,
      reason: of.settlement.rejection ?? "replaced",
      createdAt: now,
    },
  });
  await send(tx, sendRefund, { refundId: String(refund.id) });
}
