import type { Prisma } from "@polls/db/connection";
import { lockPayment } from "@polls/db/payments";
import { paymentFromRow } from "@polls/db/rows";
import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { creditedTo, isFailing, type Payment } from "@polls/domain/payments";
import { sendRefund, settlePayment } from "@polls/jobs";
import { send, sendAll } from "@polls/jobs/outbox";

/** The reason of a refund of what was paid twice. */
export const SURPLUS = "surplus";

const sameSubject = {
  // Participants have an index.
  vote: ({ participantId = null, votePublicId = null, kind }) => ({
    participantId,
    votePublicId,
    kind,
  }),
  participant: ({ participantId, kind }) => ({ participantId: participantId ?? null, kind }),
  option: ({ optionId, kind }) => ({ optionId: optionId ?? null, kind }),
  nothing: () => undefined,
} as const satisfies Record<string, (payment: Payment) => Prisma.PaymentWhereInput | undefined>;

/** The accepted payments of what a payment pays for, newest first. */
export async function paymentsOfSubject({ prisma }: PrismaTransaction, payment: Payment) {
  const subject = sameSubject[creditedTo[payment.kind]](payment);
  if (subject === undefined) return [];
  return prisma.payment.findMany({
    where: { ...subject, state: "paid", acceptedAt: { not: null }, rejection: null },
    include: {
      refunds: true,
      checkouts: { where: { state: "paid" }, orderBy: { attempt: "asc" }, take: 1 },
    },
    orderBy: { id: "desc" },
  });
}

type PaidRow = Awaited<ReturnType<typeof paymentsOfSubject>>[number];

/**
 * Refunds what was paid for and cannot be taken any more, from the newest payments first
 * (docs/reference/payments.md#what-is-paid-twice). Refunds that were not reported yet are part of
 * the surplus. The caller has locked the vote's participant, the participant or the option.
 */
export async function refundSurplus(
  tx: PrismaTransaction,
  payment: Payment,
  surplus: number,
  now: Date,
): Promise<void> {
  for (const { id } of await paymentsOfSubject(tx, payment)) await lockPayment(tx, { id });
  const payments = (await paymentsOfSubject(tx, payment)).map((row) => {
    const pending = row.refunds
      .filter((one) => one.state === "asked" || isFailing(one, { rejection: undefined }))
      .reduce((sum, { amount }) => sum + Number(amount), 0);
    const left = Number(row.received - row.refunded);
    const units = unitsOf(row, left - pending);
    return { row, left: left - pending, units, pending: unitsOf(row, left) - units };
  });
  let missing = surplus - payments.reduce((sum, { pending }) => sum + pending, 0);
  for (const { row, left, units } of payments) {
    const [checkout] = row.checkouts;
    const part = Math.min(missing, units);
    if (part <= 0 || checkout === undefined) continue;
    missing -= part;
    const refund = await tx.prisma.refund.create({
      data: {
        ...{ publicId: newPublicId(), paymentId: row.id, checkoutId: checkout.id },
        ...{ amount: isFee(row) ? left : part * priceOf(row), reason: SURPLUS, createdAt: now },
      },
    });
    await send(tx, sendRefund, { refundId: String(refund.id) });
  }
}

const priceOf = (row: PaidRow): number => paymentFromRow(row).unitAmount ?? 1;

const isFee = (row: PaidRow): boolean => creditedTo[paymentFromRow(row).kind] !== "vote";

/** How many units an amount pays for. A fee counts as long as any of it is left. */
const unitsOf = (row: PaidRow, amount: number): number =>
  isFee(row) ? Math.min(Math.max(amount, 0), 1) : Math.floor(amount / priceOf(row));

/** Settles the other payments of what has room again: their money may count now. */
export async function settleOthers(tx: PrismaTransaction, payment: Payment): Promise<void> {
  const waiting = (await paymentsOfSubject(tx, payment)).filter(
    (row) =>
      row.id !== payment.id && row.credited < unitsOf(row, Number(row.received - row.refunded)),
  );
  await sendAll(
    tx,
    settlePayment,
    waiting.map(({ id }) => ({ paymentId: String(id) })),
  );
}
