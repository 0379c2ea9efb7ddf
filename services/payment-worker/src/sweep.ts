import { claimDuePayments, findWaitingValues, inTransaction, type Transaction } from "@polls/db";
import { settlePayment } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import type { PaymentDeps } from "./deps";

const BATCH = 500;
const NEWS_OF_MS = 3 * 24 * 3_600_000;
const NEWS_MAX = 10_000;

/**
 * Asks about payments whose time has come, as events may never come (decisions 10). May run anywhere
 * and twice at once. Gives how many it asks about.
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
 * Sends a job for each payment that none waits for yet: else a worker that has fallen behind would get
 * more to do the further behind it is.
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

/**
 * Asks the provider which money went back, or is fought over, in the last three days, and has those
 * payments looked at: what events tell of a payment that is done is told by nothing else.
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
