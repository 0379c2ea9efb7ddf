import { inTransaction, type PrismaTransaction, pollFromRow } from "@polls/db";
import { isPayable } from "@polls/domain/payments";
import { isClosed } from "@polls/domain/polls";
import { endPayment, type Handler, PermanentFailure } from "@polls/jobs";
import { send } from "@polls/jobs/outbox";
import type { PaymentDeps } from "../deps";
import { createSession } from "../provider/create-session";
import { expireSession } from "../provider/expire-session";
import { isKept, isRefusal } from "../provider/provider-errors";
import {
  addEntry,
  findPayment,
  lockPayment,
  type StoredCheckout,
  type StoredPayment,
} from "../settle/payments.repository";
import { settlePayment } from "../settle/settle-payment";

/** The provider lets a session live for 30 minutes to 24 hours. */
const LIFETIME_MS = 3 * 3_600_000;
/** A checkout that ends so soon is not offered any more. */
const SPARE_MS = 60_000;
/** After this, an attempt whose answer was lost is not repeated: its end would be too near. */
const REPEATED_FOR_MS = 2 * 3_600_000;

/** Opens the checkout of a payment, unless one is open or nobody may pay any more. */
export const openCheckout: Handler<{ paymentId: string }, PaymentDeps> = async (
  { paymentId },
  deps,
  run,
) => {
  const id = BigInt(paymentId);
  await noteExpiry(deps, id);
  const begun = await inTransaction(deps.db, (tx) => beginAttempt(tx, id, deps.clock()));
  if (begun === undefined) return;
  const { payment, checkout } = begun;
  run.signal.throwIfAborted();
  const session = await createSession(deps.provider, { payment, ...checkout }).catch(
    async (error: unknown) => {
      if (isKept(error)) await giveUp(deps, checkout);
      if (!isRefusal(error)) throw error;
      await inTransaction(deps.db, (tx) => failAttempt(tx, begun, deps.clock()));
      throw new PermanentFailure(`the provider refuses the checkout: ${error.message}`);
    },
  );
  await inTransaction(deps.db, async (tx) => {
    const current = await lockPayment(tx, id);
    if (current === undefined) throw new Error("a payment is gone");
    const found = stateOf(current, checkout);
    // Given up while its answer was on its way: the next attempt decides anew.
    if (found === "failed") throw new Error("the attempt has failed meanwhile");
    // Somebody else has gone on with it.
    if (found !== "asked") return run.done(tx);
    await tx.prisma.checkout.update({
      where: { id: checkout.id },
      data: { state: "open", sessionId: session.id, url: session.url },
    });
    const { state, endedAt } = current.payment;
    if (state !== "open") {
      const now = deps.clock();
      await addEntry(tx, current.payment, { after: "open", at: now });
      await tx.prisma.payment.update({
        where: { id },
        data: {
          ...{ state: "open", version: { increment: 1 }, updatedAt: now },
          // One that had expired was not asked about any more.
          nextLookAt: new Date(now.getTime() + deps.askAfterMs),
        },
      });
    }
    // Replaced while the provider was asked: whoever ended it could not know of this session.
    if (endedAt !== undefined) await send(tx, endPayment, { paymentId });
    await run.done(tx);
  });
};

/** A checkout whose time is over stands open here until somebody asks: only then is there room for the next. */
async function noteExpiry(deps: PaymentDeps, id: bigint): Promise<void> {
  const stored = await findPayment(deps.db, id);
  const isOver = ({ state, expiresAt }: StoredCheckout) =>
    state === "open" && expiresAt.getTime() - SPARE_MS <= deps.clock().getTime();
  const over = stored?.checkouts.find(isOver);
  if (over?.sessionId === undefined) return;
  await expireSession(deps.provider, over.sessionId);
  await settlePayment(deps, id);
}

/** Nobody was shown the session that the attempt may have opened, so that nobody pays it. */
const giveUp = ({ db }: PaymentDeps, { id }: StoredCheckout) =>
  db.prisma.checkout.updateMany({ where: { id, state: "asked" }, data: { state: "failed" } });

interface Begun {
  readonly payment: StoredPayment["payment"];
  readonly checkout: StoredCheckout;
}

const stateOf = ({ checkouts }: StoredPayment, { id }: StoredCheckout) =>
  checkouts.find((one) => one.id === id)?.state;

/** The attempt whose answer was lost, else a new one; undefined: there is nothing to open. */
async function beginAttempt(
  tx: PrismaTransaction,
  id: bigint,
  now: Date,
): Promise<Begun | undefined> {
  const stored = await lockPayment(tx, id);
  if (stored === undefined || !isPayable(stored.payment)) return undefined;
  const { payment, checkouts } = stored;
  if (checkouts.some(({ state }) => state === "open" || state === "processing")) return undefined;
  const poll = await tx.prisma.poll.findUnique({ where: { id: payment.pollId } });
  if (poll === null || poll.deletedAt !== null || isClosed(pollFromRow(poll), now))
    return undefined;
  const asked = checkouts.find(
    ({ state, createdAt }) =>
      state === "asked" && now.getTime() - createdAt.getTime() < REPEATED_FOR_MS,
  );
  if (asked !== undefined) return { payment, checkout: asked };
  const checkout = await tx.prisma.checkout.create({
    data: {
      paymentId: id,
      attempt: (checkouts.at(-1)?.attempt ?? 0) + 1,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
      createdAt: now,
    },
  });
  return { payment, checkout: { ...checkout, sessionId: undefined, paymentIntentId: undefined } };
}

async function failAttempt(
  tx: PrismaTransaction,
  { payment, checkout }: Begun,
  now: Date,
): Promise<void> {
  const current = await lockPayment(tx, payment.id);
  // Whoever asked with the same key may have got another answer.
  if (current === undefined || stateOf(current, checkout) !== "asked") return;
  await tx.prisma.checkout.update({ where: { id: checkout.id }, data: { state: "failed" } });
  await addEntry(tx, current.payment, { after: "failed", reason: "refused", at: now });
  await tx.prisma.payment.update({
    where: { id: payment.id },
    data: { state: "failed", nextLookAt: null, version: { increment: 1 }, updatedAt: now },
  });
}
