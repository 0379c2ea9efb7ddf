import { inTransaction } from "@polls/db";
import { type Handler, type JobRun, openCheckout as openOne } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import type { PaymentDeps } from "../deps";
import { openCheckout } from "./open-checkout";

/**
 * Opens the checkouts of some payments, one after the other. One that fails goes on in a job of its
 * own, which tries again and whose end is seen.
 */
export const openCheckouts: Handler<{ paymentIds: string[] }, PaymentDeps> = async (
  { paymentIds },
  deps,
  run,
) => {
  // The job is done when all of them are.
  const part: JobRun = { ...run, done: async () => {} };
  const failed: { paymentId: string }[] = [];
  for (const paymentId of paymentIds) {
    try {
      await openCheckout({ paymentId }, deps, part);
    } catch (error) {
      run.signal.throwIfAborted();
      run.log.warn({ err: error, paymentId }, "a checkout goes on by itself");
      failed.push({ paymentId });
    }
  }
  await inTransaction(deps.db, async (tx) => {
    await sendAll(tx, openOne, failed);
    await run.done(tx);
  });
};
