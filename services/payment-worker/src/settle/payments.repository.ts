import type { Prisma } from "@polls/db/connection";
import { lockParticipant } from "@polls/db/participants";
import { lockPayment as lockPaymentRow } from "@polls/db/payments";
import { paymentFromRow } from "@polls/db/rows";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import type { Payment } from "@polls/domain/payments";

export interface StoredCheckout {
  readonly id: bigint;
  readonly attempt: number;
  readonly state: string;
  readonly sessionId: string | undefined;
  readonly paymentIntentId: string | undefined;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  /** The connected account that receives the money. Undefined if the operator receives it. */
  readonly destination: string | undefined;
  /** The operator's share in the minor unit. */
  readonly fee: number;
  /** The amount to take back from the connected account. */
  readonly toReverse: number;
  readonly reversalAttempt: number;
  /** When a refused reversal is sent again. */
  readonly reversalRetryAt: Date | undefined;
}

type CheckoutRow = Prisma.CheckoutGetPayload<object>;

/** Converts a row of `checkouts`. Its amounts are exact as numbers. */
export const checkoutFromRow = (row: CheckoutRow): StoredCheckout => ({
  ...row,
  sessionId: row.sessionId ?? undefined,
  paymentIntentId: row.paymentIntentId ?? undefined,
  destination: row.destination ?? undefined,
  fee: Number(row.fee),
  toReverse: Number(row.toReverse),
  reversalRetryAt: row.reversalRetryAt ?? undefined,
});

export interface StoredPayment {
  readonly payment: Payment;
  /** In the order of attempts. */
  readonly checkouts: readonly StoredCheckout[];
}

/** A payment with its checkouts. Undefined if it does not exist. */
export async function findPayment(
  queryable: PrismaQueryable,
  id: bigint,
): Promise<StoredPayment | undefined> {
  const row = await queryable.prisma.payment.findUnique({
    where: { id },
    include: { checkouts: { orderBy: { attempt: "asc" } } },
  });
  if (row === null) return undefined;
  const { checkouts, ...payment } = row;
  return {
    payment: paymentFromRow(payment),
    checkouts: checkouts.map(checkoutFromRow),
  };
}

/** Like `findPayment`, but locks the payment until the transaction ends. */
export async function lockPayment(
  tx: PrismaTransaction,
  id: bigint,
): Promise<StoredPayment | undefined> {
  await lockPaymentRow(tx, { id });
  return findPayment(tx, id);
}

export async function addEntry(
  tx: PrismaTransaction,
  payment: Pick<Payment, "id" | "state">,
  entry: {
    readonly after: string;
    readonly received?: number;
    readonly refunded?: number;
    readonly credited?: number;
    readonly reason?: string | undefined;
    readonly at: Date;
  },
): Promise<void> {
  await tx.prisma.paymentEntry.create({
    data: {
      paymentId: payment.id,
      before: payment.state,
      after: entry.after,
      received: entry.received ?? 0,
      refunded: entry.refunded ?? 0,
      credited: entry.credited ?? 0,
      reason: entry.reason ?? null,
      at: entry.at,
    },
  });
}

/** Locks the participant of a payment. Undefined if it is gone, or there is none. */
export async function lockParticipantOf(tx: PrismaTransaction, { participantId }: Payment) {
  if (participantId === undefined) return undefined;
  if (!(await lockParticipant(tx, participantId))) return undefined;
  return (await tx.prisma.participant.findUnique({ where: { id: participantId } })) ?? undefined;
}
