import {
  claimDueConnectedAccounts,
  claimDuePayments,
  findWaitingValues,
  inTransaction,
  type Transaction,
} from "@polls/db";
import { lookAtConnectedAccount, settlePayment } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import type { PaymentDeps } from "./deps";

const BATCH = 500;
const NEWS_OF_MS = 3 * 24 * 3_600_000;
const NEWS_MAX = 10_000;

/**
 * Sends jobs for payments that are due, as events may be missing (docs/reference/payments.md#sweep).
 * Returns their number. It may run concurrently.
 */
export async function sweepPayments({
  db,
  clock,
  askAfterMs,
}: Pick<PaymentDeps, "db" | "clock" | "askAfterMs">): Promise<number> {
  const now = clock();
  return inTransaction(db, async (tx) => {
    const until = new Date(now.getTime() + askAfterMs);
    return askAbout(tx, new Set(await claimDuePayments(tx, { now, until, limit: BATCH })));
  });
}

/**
 * Sends a job for each payment without a waiting one, so that a slow worker does not get ever more jobs.
 */
async function askAbout(tx: Transaction, paymentIds: ReadonlySet<bigint>): Promise<number> {
  const known = await findWaitingValues(tx, settlePayment.name, "paymentId");
  const asked = [...paymentIds].map(String).filter((id) => !known.has(id));
  await sendAll(
    tx,
    settlePayment,
    asked.map((paymentId) => ({ paymentId })),
  );
  return asked.length;
}

/** Sends jobs for connected accounts that are due, likewise. */
export async function sweepConnectedAccounts({
  db,
  clock,
  askAfterMs,
}: Pick<PaymentDeps, "db" | "clock" | "askAfterMs">): Promise<void> {
  const now = clock();
  const until = new Date(now.getTime() + askAfterMs);
  await inTransaction(db, async (tx) => {
    const due = await claimDueConnectedAccounts(tx, { now, until, limit: BATCH });
    const known = await findWaitingValues(tx, lookAtConnectedAccount.name, "connectedAccountId");
    const asked = due.map(String).filter((id) => !known.has(id));
    await sendAll(
      tx,
      lookAtConnectedAccount,
      asked.map((connectedAccountId) => ({ connectedAccountId })),
    );
  });
}

/**
 * Asks the provider for refunds and disputes of the last three days, and sends jobs for their payments:
 * only events tell of settled payments otherwise.
 */
export async function sweepReturns({ db, clock, provider }: PaymentDeps): Promise<number> {
  const since = Math.floor((clock().getTime() - NEWS_OF_MS) / 1_000);
  const recent = { created: { gte: since }, limit: 100 } as const;
  const { stripe } = provider;
  const returns = [
    ...(await stripe.refunds.list(recent).autoPagingToArray({ limit: NEWS_MAX })),
    ...(await stripe.disputes.list(recent).autoPagingToArray({ limit: NEWS_MAX })),
  ];
  const intents = returns.map(({ payment_intent: intent }) =>
    typeof intent === "string" ? intent : (intent?.id ?? ""),
  );
  return inTransaction(db, async (tx) => {
    const found = await tx.prisma.checkout.findMany({
      where: { paymentIntentId: { in: [...new Set(intents)] } },
      select: { paymentId: true },
    });
    return askAbout(tx, new Set(found.map(({ paymentId }) => paymentId)));
  });
}
