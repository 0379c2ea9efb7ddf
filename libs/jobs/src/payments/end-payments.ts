import type { Prisma } from "@polls/db/connection";
import { findWaitingValues, reviveDeadJobs } from "@polls/db/outbox";
import { markPaymentsEnded } from "@polls/db/payments";
import type { PrismaTransaction, Transaction } from "@polls/db/sql";
import { payableStates } from "@polls/domain/payments";
import type { z } from "zod";
import { endPayment } from "../contracts/index";
import type { JobContract } from "../define-job";
import { send, sendAll } from "../outbox/send";

/**
 * Ends payments, as their pages show at once; jobs close their checkouts. Money that still arrives
 * is refunded (docs/reference/payments.md#rejected-money).
 */
export async function endPayments(
  tx: Transaction,
  payments: readonly { readonly id: bigint }[],
  now: Date,
): Promise<void> {
  if (payments.length === 0) return;
  const ids = payments.map(({ id }) => id);
  await markPaymentsEnded(tx, ids, now);
  await sendEnds(tx, payments);
}

/** Ends the payable payments of a poll, participant or option. */
export async function endPayablePayments(
  tx: PrismaTransaction,
  of: Pick<Prisma.PaymentWhereInput, "pollId" | "optionId" | "participantId" | "kind">,
  now: Date,
): Promise<void> {
  const ended = await tx.prisma.payment.updateManyAndReturn({
    where: { ...of, endedAt: null, state: { in: [...payableStates] } },
    data: { endedAt: now, updatedAt: now, version: { increment: 1 } },
    select: { id: true },
  });
  await sendEnds(tx, ended);
}

const sendEnds = (tx: Transaction, payments: readonly { readonly id: bigint }[]): Promise<void> =>
  sendAll(
    tx,
    endPayment,
    payments.map(({ id }) => ({ paymentId: String(id) })),
  );

/** Sends a job of a payment again: the dead one, or a new one unless one waits. */
export async function sendAgain<Key extends string>(
  tx: Transaction,
  contract: JobContract<`payment.${string}`, "payment", z.ZodType<Readonly<Record<Key, string>>>>,
  key: Key,
  id: bigint,
): Promise<void> {
  const value = String(id);
  if (await reviveDeadJobs(tx, contract.name, key, value)) return;
  if ((await findWaitingValues(tx, contract.name, key, [value])).has(value)) return;
  await send(tx, contract, { [key]: value });
}
