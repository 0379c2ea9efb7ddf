import { findWaitingValues } from "@polls/db/outbox";
import { claimDueConnectedAccounts, claimDuePayments } from "@polls/db/payments";
import { inTransaction, type Transaction } from "@polls/db/sql";
import { type JobContract, refreshConnectedAccount, settlePayment } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import type { z } from "zod";
import type { PaymentDeps } from "./deps";

const BATCH = 500;
/** The age up to which refunds and disputes are listed, and how many of each at most. */
const RETURNS_OF_MS = 3 * 24 * 3_600_000;
const RETURNS_MAX = 10_000;

/**
 * Sends jobs for due payments, because events may be missing (docs/reference/payments.md#sweep).
 * Returns their number. May run concurrently.
 */
export async function sweepPayments({
  db,
  clock,
  askAfterMs,
}: Pick<PaymentDeps, "db" | "clock" | "askAfterMs">): Promise<number> {
  const now = clock();
  return inTransaction(db, async (tx) => {
    const until = new Date(now.getTime() + askAfterMs);
    const due = await claimDuePayments(tx, { now, until, limit: BATCH });
    return sendMissing(tx, settlePayment, "paymentId", idsOf(due));
  });
}

/** Sends jobs for connected accounts that are due, in the same way as `sweepPayments`. */
export async function sweepConnectedAccounts({
  db,
  clock,
  askAfterMs,
}: Pick<PaymentDeps, "db" | "clock" | "askAfterMs">): Promise<void> {
  const now = clock();
  const until = new Date(now.getTime() + askAfterMs);
  await inTransaction(db, async (tx) => {
    const due = await claimDueConnectedAccounts(tx, { now, until, limit: BATCH });
    await sendMissing(tx, refreshConnectedAccount, "connectedAccountId", idsOf(due));
  });
}

/**
 * Sends jobs for payments with refunds or disputes of the last three days at the provider: only
 * events, which may be lost, report changes of settled payments.
 */
export async function sweepReturns({
  shards,
  clock,
  provider,
}: Pick<PaymentDeps, "shards" | "clock" | "provider">): Promise<number> {
  const since = Math.floor((clock().getTime() - RETURNS_OF_MS) / 1_000);
  const recent = { created: { gte: since }, limit: 100 } as const;
  const { stripe } = provider;
  const returns = [
    ...(await stripe.refunds.list(recent).autoPagingToArray({ limit: RETURNS_MAX })),
    ...(await stripe.disputes.list(recent).autoPagingToArray({ limit: RETURNS_MAX })),
  ];
  const intents = returns.map(({ payment_intent: intent }) =>
    typeof intent === "string" ? intent : (intent?.id ?? ""),
  );
  let jobs = 0;
  for (const db of shards.all()) {
    jobs += await inTransaction(db, async (tx) => {
      const found = await tx.prisma.checkout.findMany({
        where: { paymentIntentId: { in: [...new Set(intents)] } },
        select: { paymentId: true },
      });
      return sendMissing(
        tx,
        settlePayment,
        "paymentId",
        found.map(({ paymentId }) => paymentId),
      );
    });
  }
  return jobs;
}

const idsOf = (rows: readonly { readonly id: bigint }[]) => rows.map(({ id }) => id);

/** Sends a job for each row without a waiting one, so that jobs do not pile up. Returns how many. */
async function sendMissing<Key extends string>(
  tx: Transaction,
  contract: JobContract<`payment.${string}`, "payment", z.ZodType<Readonly<Record<Key, string>>>>,
  key: Key,
  ids: readonly bigint[],
): Promise<number> {
  const wanted = [...new Set(ids)].map(String);
  const waiting = await findWaitingValues(tx, contract.name, key, wanted);
  const missing = wanted.filter((id) => !waiting.has(id));
  await sendAll(
    tx,
    contract,
    missing.map((id) => ({ [key]: id })),
  );
  return missing.length;
}
