import { AsyncResource } from "node:async_hooks";
import { pollFromRow } from "@polls/db/rows";
import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import {
  amountOf,
  type ConnectedAccountState,
  chargeRoute,
  findCurrency,
  isPayable,
  operatorFee,
  type Payee,
  payeeOf,
} from "@polls/domain/payments";
import { accountOfPoll, isClosed, type Poll } from "@polls/domain/polls";
import { CHECKOUT_LIFETIME_MS } from "@polls/domain/votes";
import {
  endPayment,
  type Handler,
  type JobRun,
  openCheckout as openOne,
  PermanentFailure,
} from "@polls/jobs";
import { send, sendAll } from "@polls/jobs/outbox";
import { refreshConnectedAccount } from "../connect/refresh-connected-account";
import type { PaymentDeps } from "../deps";
import { countPayment, type PaymentChange } from "../payment-metrics";
import {
  isClockProblem,
  isPayeeProblem,
  isRefusal,
  needsNewIdempotencyKey,
} from "../provider/provider-errors";
import { createSession, expireSession } from "../provider/sessions";
import { keepPlaces } from "../settle/keep-places";
import {
  addEntry,
  checkoutFromRow,
  findPayment,
  lockPayment,
  type StoredCheckout,
  type StoredPayment,
} from "../settle/payments.repository";
import { settlePayment } from "../settle/settle-payment";

/** A checkout that ends sooner than this is not offered to payers. */
const SPARE_MS = 60_000;
/** A later repetition of a lost attempt would open a session that ends too soon. */
const REPEATED_FOR_MS = 2 * 3_600_000;

/** Opens the checkout of a payment, unless one is open or the payment is not payable. */
export const openCheckout: Handler<{ paymentId: string }, PaymentDeps> = async (
  { paymentId },
  deps,
  run,
) => {
  const id = BigInt(paymentId);
  await noteExpiry(deps, id);
  const begun = await inTransaction(deps.db, (tx) => beginAttempt(tx, id, deps));
  if (begun === undefined) return;
  const { payment, checkout } = begun;
  run.signal.throwIfAborted();
  const isSeller = await payeeIsSeller(deps, checkout);
  const session = await createSession(deps.provider, { payment, ...checkout, isSeller }).catch(
    async (error: unknown) => {
      if (needsNewIdempotencyKey(error)) await giveUp(deps, checkout);
      if (isClockProblem(error)) {
        await giveUp(deps, checkout);
        throw error;
      }
      if (checkout.destination !== undefined && isPayeeProblem(error)) {
        await giveUp(deps, checkout);
        await noteUnready(deps, checkout.destination, error.message);
        throw error;
      }
      if (!isRefusal(error)) throw error;
      const failed = await inTransaction(deps.db, (tx) => failAttempt(tx, begun, deps.clock()));
      if (failed !== undefined) countPayment(deps.metrics, failed);
      throw new PermanentFailure(`the provider refuses the checkout: ${error.message}`);
    },
  );
  const opened = await inTransaction(deps.db, async (tx): Promise<PaymentChange | undefined> => {
    const current = await lockPayment(tx, id);
    if (current === undefined) throw new Error("a payment is gone");
    const found = stateOf(current, checkout);
    // Another run gave up the attempt in the meantime. The next attempt decides again.
    if (found === "failed" || found === "refused")
      throw new Error("the attempt has failed meanwhile");
    // Another run has continued the attempt.
    if (found !== "asked") {
      await run.done(tx);
      return undefined;
    }
    await tx.prisma.checkout.update({
      where: { id: checkout.id },
      data: { state: "open", sessionId: session.id, url: session.url },
    });
    const { kind, state, endedAt } = current.payment;
    if (state !== "open") {
      const now = deps.clock();
      await addEntry(tx, current.payment, { after: "open", at: now });
      await tx.prisma.payment.update({
        where: { id },
        data: {
          state: "open",
          version: { increment: 1 },
          updatedAt: now,
          // The provider is no longer asked about an expired payment, so its next check must be
          // scheduled.
          nextCheckAt: new Date(now.getTime() + deps.askAfterMs),
        },
      });
    }
    // The payment was replaced in the meantime, by a transaction that could not know about this
    // session.
    if (endedAt !== undefined) await send(tx, endPayment, { paymentId });
    await run.done(tx);
    return { kind, before: state, after: "open" };
  });
  if (opened !== undefined) countPayment(deps.metrics, opened);
};

/** Whether the account that receives the money is in another region than the operator. */
async function payeeIsSeller(
  { db, provider }: PaymentDeps,
  { destination }: StoredCheckout,
): Promise<boolean> {
  if (destination === undefined) return false;
  const connected = await db.prisma.connectedAccount.findUnique({
    where: { providerAccountId: destination },
    select: { country: true },
  });
  const country = connected?.country ?? undefined;
  if (country === undefined) return false;
  return chargeRoute(await provider.country(), country) === "on_behalf_of";
}

/** Settles an expired checkout. It blocks the next one until the provider is asked. */
async function noteExpiry(deps: PaymentDeps, id: bigint): Promise<void> {
  const stored = await findPayment(deps.db, id);
  const isOver = ({ state, expiresAt }: StoredCheckout) =>
    state === "open" && expiresAt.getTime() - SPARE_MS <= deps.clock().getTime();
  const over = stored?.checkouts.find(isOver);
  if (over?.sessionId === undefined) return;
  await expireSession(deps.provider, over.sessionId);
  await settlePayment(deps, id);
}

/** Checks the account that the provider refuses as a recipient. Checkouts wait until it is ready. */
async function noteUnready(
  deps: PaymentDeps,
  providerAccountId: string,
  refusal: string,
): Promise<void> {
  const connected = await deps.db.prisma.connectedAccount.findUnique({
    where: { providerAccountId },
    select: { id: true },
  });
  if (connected !== null) await refreshConnectedAccount(deps, connected.id, undefined, refusal);
}

/** No payer got the session that it may have opened, so it will not be paid. */
const giveUp = ({ db }: PaymentDeps, { id }: StoredCheckout) =>
  db.prisma.checkout.updateMany({ where: { id, state: "asked" }, data: { state: "failed" } });

interface StartedCheckout {
  readonly payment: StoredPayment["payment"];
  readonly checkout: StoredCheckout;
}

const stateOf = ({ checkouts }: StoredPayment, { id }: StoredCheckout) =>
  checkouts.find((one) => one.id === id)?.state;

/** The attempt whose response was lost, or else a new one, unless nothing is to be opened. */
async function beginAttempt(
  tx: PrismaTransaction,
  id: bigint,
  { clock, connect }: Pick<PaymentDeps, "clock" | "connect">,
): Promise<StartedCheckout | undefined> {
  const now = clock();
  // The page says that no place is left. Its button tries again.
  if (!(await keepPlaces(tx, id, now))) return undefined;
  const stored = await lockPayment(tx, id);
  if (stored === undefined || !isPayable(stored.payment)) return undefined;
  const { payment, checkouts } = stored;
  if (checkouts.some(({ state }) => state === "open" || state === "processing")) return undefined;
  const row = await tx.prisma.poll.findUnique({ where: { id: payment.pollId } });
  if (row === null || row.deletedAt !== null) return undefined;
  const poll = pollFromRow(row);
  if (isClosed(poll, now)) return undefined;
  const pending = checkouts.find(
    ({ state, createdAt }) =>
      state === "asked" && now.getTime() - createdAt.getTime() < REPEATED_FOR_MS,
  );
  if (pending !== undefined) return { payment, checkout: pending };
  const payee = await payeeOfPoll(tx, poll, connect);
  // The page says so. Its button tries again when the account is ready.
  if (payee.kind === "not_ready") return undefined;
  const share =
    payee.kind === "operator" || connect === undefined
      ? {}
      : {
          destination: payee.destination,
          fee: operatorFee(
            amountOf(payment),
            connect.feeBasisPoints,
            findCurrency(payment.currency)?.step ?? 1,
          ),
        };
  const checkout = await tx.prisma.checkout.create({
    data: {
      ...share,
      paymentId: id,
      attempt: (checkouts.at(-1)?.attempt ?? 0) + 1,
      expiresAt: new Date(now.getTime() + CHECKOUT_LIFETIME_MS),
      createdAt: now,
    },
  });
  return { payment, checkout: checkoutFromRow(checkout) };
}

/** The current recipient of the money of a poll. Without connected accounts it is the operator. */
async function payeeOfPoll(
  tx: PrismaTransaction,
  poll: Poll,
  connect: PaymentDeps["connect"],
): Promise<Payee> {
  if (connect === undefined) return payeeOf(undefined);
  const row = await tx.prisma.connectedAccount.findUnique({
    where: { accountId: accountOfPoll(poll) },
  });
  return payeeOf(
    row === null
      ? undefined
      : {
          state: row.state as ConnectedAccountState,
          providerAccountId: row.providerAccountId ?? undefined,
          endedAt: row.endedAt ?? undefined,
        },
  );
}

async function failAttempt(
  tx: PrismaTransaction,
  { payment, checkout }: StartedCheckout,
  now: Date,
): Promise<PaymentChange | undefined> {
  const current = await lockPayment(tx, payment.id);
  // Another run with the same key may have received another response.
  if (current === undefined || stateOf(current, checkout) !== "asked") return undefined;
  await tx.prisma.checkout.update({ where: { id: checkout.id }, data: { state: "refused" } });
  await addEntry(tx, current.payment, { after: "failed", reason: "refused", at: now });
  await tx.prisma.payment.update({
    where: { id: payment.id },
    data: { state: "failed", nextCheckAt: null, version: { increment: 1 }, updatedAt: now },
  });
  return { kind: payment.kind, before: current.payment.state, after: "failed" };
}

/**
 * Opens the checkouts of payments that were stored together, within the limit of the process. One
 * that fails gets its own job, which is retried and visible to operators.
 */
export const openCheckouts: Handler<{ paymentIds: string[] }, PaymentDeps> = async (
  { paymentIds },
  deps,
  run,
) => {
  // The job is done when all checkouts are open.
  const part: JobRun = { ...run, done: async () => {} };
  const failed: { paymentId: string }[] = [];
  const open = async (paymentId: string) => {
    if (run.signal.aborted) return;
    try {
      await openCheckout({ paymentId }, deps, part);
    } catch (error) {
      if (run.signal.aborted) return;
      run.log.warn({ err: error, paymentId }, "a checkout failed and continues in its own job");
      failed.push({ paymentId });
    }
  };
  // Without this, waiting calls would run, and be logged, in the context of the job that they
  // waited for.
  const openHere = AsyncResource.bind(open);
  await Promise.all(paymentIds.map((paymentId) => deps.opening(openHere, paymentId)));
  run.signal.throwIfAborted();
  await inTransaction(deps.db, async (tx) => {
    await sendAll(tx, openOne, failed);
    await run.done(tx);
  });
};
