import { lockPoll } from "@polls/db/polls";
import { pollFromRow } from "@polls/db/rows";
import type { PrismaTransaction } from "@polls/db/sql";
import {
  type CheckoutFacts,
  type CheckoutState,
  decideSettlement,
  earliest,
  moneyAcceptedUntil,
  type Payment,
  pendingStates,
  type Settlement,
} from "@polls/domain/payments";
import { placeKeptWhileDelayed } from "@polls/domain/votes";
import { reverseTransfer } from "@polls/jobs";
import { endPayments, noteEvent, sendAgain } from "@polls/jobs/outbox";
import type { PaymentDeps } from "../deps";
import type { PaymentChange } from "../payment-metrics";
import { nextCheckAt } from "./next-check";
import {
  addEntry,
  lockPayment,
  type StoredCheckout,
  type StoredPayment,
} from "./payments.repository";
import type { CheckoutReport, Inquiry } from "./read-checkout";
import { lockSubject } from "./subject";
import { refundSurplus, settleOthers } from "./surplus";
import { writeRefunds } from "./write-refunds";

/**
 * Writes a settlement from the reports of the provider. Returns undefined and changes nothing if
 * another settlement was written since the payment was loaded. Locks in the order of every writer:
 * poll, participant, payment.
 */
export async function applySettlement(
  tx: PrismaTransaction,
  loaded: StoredPayment,
  reports: readonly CheckoutReport[],
  { clock, askAfterMs }: Pick<PaymentDeps, "clock" | "askAfterMs">,
): Promise<PaymentChange | undefined> {
  const { pollId, id } = loaded.payment;
  await lockPoll(tx, pollId, "shared");
  const row = await tx.prisma.poll.findUnique({ where: { id: pollId } });
  const poll = row === null ? undefined : pollFromRow(row);
  const now = clock();
  const subject = await lockSubject(tx, loaded.payment, poll, now);
  const current = await lockPayment(tx, id);
  if (current === undefined || current.payment.version !== loaded.payment.version) return undefined;
  const { payment } = current;

  const isPollDeleted = row === null || row.deletedAt !== null;
  const subjectState = isPollDeleted ? "poll_deleted" : subject.isThere ? "there" : "gone";
  const settlement = decideSettlement({
    payment,
    checkouts: factsOf(current.checkouts, reports),
    subject: subjectState,
    room: subject.room,
    isFull: subject.isFull,
    acceptedUntil: poll && moneyAcceptedUntil(poll, now),
  });
  const delta = settlement.credited - payment.credited;
  if (delta !== 0 && subject.isThere) await subject.credit(delta, now);
  const placesUntil = placesKeptUntil(payment, settlement, reports, now);
  if (placesUntil !== undefined) await subject.keepPlaces(placesUntil, now);
  const reversalAt = await writeCheckouts(tx, current.checkouts, reports, now);
  const refundAt = await writeRefunds(tx, payment, reports, settlement, now);
  if (settlement.surplus > 0) await refundSurplus(tx, payment, settlement.surplus, now);
  if (delta < 0) await settleOthers(tx, payment);
  const retryAt = earliest([...reversalAt, ...refundAt]);
  await writePayment(tx, payment, settlement, {
    ...{ now, askAfterMs, retryAt },
    inquiry: reports.find(({ inquiry }) => inquiry !== undefined)?.inquiry,
  });
  await noteSettlement(tx, payment, settlement, now);
  // The object of the payment was deleted, or takes fewer votes than the payment buys.
  const isShort = subject.room < payment.quantity || subject.isFull;
  const mustEnd = payment.endedAt === undefined && (subjectState !== "there" || isShort);
  if (mustEnd && pendingStates.includes(settlement.state)) await endPayments(tx, [payment], now);
  return { kind: payment.kind, before: payment.state, after: settlement.state };
}

/**
 * Until when unpaid places are kept: while a delayed method is pending, but not after the end of
 * the last checkout (docs/reference/votes.md#places-of-unpaid-votes). Undefined: no change.
 */
function placesKeptUntil(
  { endedAt }: Payment,
  { state }: Settlement,
  reports: readonly CheckoutReport[],
  now: Date,
): Date | undefined {
  if (endedAt !== undefined) return undefined;
  if (state === "expired" || state === "failed") return now;
  const isDelayed = reports.some(({ facts }) => facts.state === "processing");
  return isDelayed ? placeKeptWhileDelayed(now) : undefined;
}

/** Checkouts without a report keep their last state; those without a session are left out. */
function factsOf(
  checkouts: readonly StoredCheckout[],
  reports: readonly CheckoutReport[],
): readonly CheckoutFacts[] {
  return checkouts.flatMap((checkout): readonly CheckoutFacts[] => {
    const report = reports.find(({ facts }) => facts.checkoutId === checkout.id);
    if (report !== undefined) return [report.facts];
    const state = endedWithoutMoney[checkout.state];
    if (state === undefined) return [];
    const nothing = { received: 0, refunded: 0, dispute: "none", arrivedAt: undefined } as const;
    return [{ checkoutId: checkout.id, state, ...nothing, matches: true }];
  });
}

const endedWithoutMoney: Readonly<Record<string, CheckoutState>> = {
  expired: "expired",
  failed: "failed",
  refused: "failed",
};

/** Returns when to take back money again that a connected account still has. */
async function writeCheckouts(
  tx: PrismaTransaction,
  checkouts: readonly StoredCheckout[],
  reports: readonly CheckoutReport[],
  now: Date,
): Promise<readonly Date[]> {
  const times: Date[] = [];
  for (const { facts, paymentIntentId, transfer } of reports) {
    const { checkoutId: id, state } = facts;
    const stored = checkouts.find((checkout) => checkout.id === id);
    const { toReverse = 0, reversed = 0 } = transfer ?? {};
    await tx.prisma.checkout.update({
      where: { id },
      data: { state, paymentIntentId: paymentIntentId ?? null, toReverse, reversed },
    });
    if (toReverse <= reversed) continue;
    const { toReverse: before = 0, reversalRetryAt } = stored ?? {};
    if (toReverse > before || (reversalRetryAt !== undefined && reversalRetryAt <= now)) {
      // A refusal of the job schedules the next try.
      await tx.prisma.checkout.update({ where: { id }, data: { reversalRetryAt: null } });
      await sendAgain(tx, reverseTransfer, "checkoutId", id);
    } else if (reversalRetryAt !== undefined) times.push(reversalRetryAt);
  }
  return times;
}

interface SettlementTimes {
  readonly now: Date;
  readonly askAfterMs: number;
  /** When refused refunds are sent again. */
  readonly retryAt: Date | undefined;
  /** The open inquiry of a bank. */
  readonly inquiry: Inquiry | undefined;
}

async function writePayment(
  tx: PrismaTransaction,
  payment: Payment,
  settlement: Settlement,
  { now, askAfterMs, retryAt, inquiry }: SettlementTimes,
): Promise<void> {
  const { state, received, refunded, credited, rejection } = settlement;
  const accepted = received > 0 && rejection === undefined;
  const owed = rejection !== undefined && refunded < received;
  const moved = {
    received: received - payment.received,
    refunded: refunded - payment.refunded,
    credited: credited - payment.credited,
  };
  const isNews = state !== payment.state || Object.values(moved).some((change) => change !== 0);
  const isAccepted = accepted && payment.acceptedAt === undefined;
  const isChanged = isNews || isAccepted || rejection !== payment.rejection;
  // Money that is owed for a day is reported, so a query without a change keeps this.
  const updatedAt = isChanged ? now : payment.updatedAt;
  await tx.prisma.payment.update({
    where: { id: payment.id },
    data: {
      state,
      received,
      refunded,
      credited,
      rejection: rejection ?? null,
      ...(isAccepted ? { acceptedAt: now } : {}),
      inquiryOpenedAt: inquiry?.openedAt ?? null,
      inquiryDueAt: inquiry?.dueAt ?? null,
      nextCheckAt: nextCheckAt(
        {
          state,
          owed,
          ended: payment.endedAt !== undefined,
          createdAt: payment.createdAt,
          changedAt: updatedAt,
          retryAt,
          isInquired: inquiry !== undefined,
        },
        now,
        askAfterMs,
      ),
      version: { increment: 1 },
      updatedAt,
    },
  });
  if (isNews) await addEntry(tx, payment, { after: state, ...moved, reason: rejection, at: now });
}

/** Stores webhook events: the payment counts, or money was refunded. */
async function noteSettlement(
  tx: PrismaTransaction,
  { pollId, publicId: subjectId, ...before }: Payment,
  after: Settlement,
  now: Date,
): Promise<void> {
  const counts = after.state === "paid" && after.rejection === undefined;
  if (counts && before.state !== "paid") {
    await noteEvent(tx, { type: "payment.paid", pollId, subjectId, now });
  }
  if (after.refunded > before.refunded) {
    await noteEvent(tx, { type: "payment.refunded", pollId, subjectId, now });
  }
}
