// Covers docs/reliability.md: job-handlers

import { AlreadyFinished } from "@polls/jobs";
import { createLogger } from "@polls/telemetry";
import { shareAccount } from "../../services/gateway/testing/share-gateway";
import { handlers } from "../../services/payment-worker/testing";
import { connectedAccounts } from "./connected-accounts";
import { sharePayments } from "./payment-fixture";

const fixture = sharePayments({ env: { PAYMENT_CONNECT_FEE_PERCENT: "2.5" } });
const owner = shareAccount(fixture.gateway);
const voter = shareAccount(fixture.gateway);

/** Connects the owner, sells votes, replaces the purchase, and refunds the money that arrives for the old one. */
async function refundReplacedPurchase(): Promise<void> {
  await connectedAccounts(fixture).connect(owner);
  await fixture.work();
  const connected = await fixture.gateway.db.prisma.connectedAccount.findFirstOrThrow();
  fixture.provider.accounts.allow(String(connected.providerAccountId), true);
  await fixture.settle();

  const { poll, buy } = await fixture.sell(owner, voter);
  expect((await buy(5)).status).toBe(200);
  await fixture.work();
  const session = await fixture.sessionOf(poll);
  expect((await buy(2)).status).toBe(200);
  fixture.provider.complete(session, "paid");
  await fixture.settle();
}

async function state() {
  const { prisma } = fixture.gateway.db;
  const orderBy = { id: "asc" } as const;
  return {
    payments: await prisma.payment.findMany({
      include: { checkouts: true, refunds: true },
      orderBy,
    }),
    accounts: await prisma.connectedAccount.findMany({ orderBy }),
    jobs: await prisma.outbox.count(),
    refunds: fixture.provider.refunds(),
  };
}

test("a job that runs again although its row is done changes nothing, here and at the provider", async () => {
  await refundReplacedPurchase();
  const before = await state();
  expect(before.refunds).toHaveLength(1);
  const done = await fixture.gateway.db.prisma.finishedJob.findMany({
    where: { job: { in: Object.keys(handlers) } },
    orderBy: { id: "asc" },
  });
  const paymentIds = before.payments.map(({ id }) => String(id));
  const checkouts = before.payments.flatMap((payment) => payment.checkouts);
  // Other senders of jobs about the same rows.
  const others = [
    ...paymentIds.map((paymentId) => ({ job: "payment.settle-payment", payload: { paymentId } })),
    { job: "payment.open-checkouts", payload: { paymentIds } },
    ...before.accounts.map(({ id }) => ({
      job: "payment.look-at-connected-account",
      payload: { connectedAccountId: String(id) },
    })),
    ...checkouts.map(({ id }) => ({
      job: "payment.reverse-transfer",
      payload: { checkoutId: String(id) },
    })),
  ];
  const jobs = [...done, ...others];
  expect(new Set(jobs.map(({ job }) => job))).toEqual(new Set(Object.keys(handlers)));
  const run = {
    signal: new AbortController().signal,
    ...{ attempt: 1, isLast: false },
    log: createLogger("payment-worker", { level: "silent" }),
    done: async () => {
      throw new AlreadyFinished();
    },
  };
  for (const { job, payload } of jobs) {
    const handler = handlers[job as keyof typeof handlers];
    await handler(payload as never, fixture.deps, run).catch((error: unknown) => {
      if (!(error instanceof AlreadyFinished)) throw error;
    });
  }
  await fixture.fakeServer.webhooks.idle();
  expect(await state()).toEqual(before);
});
