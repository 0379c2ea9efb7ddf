import { AsyncResource } from "node:async_hooks";
import { inTransaction } from "@polls/db/sql";
import { type Handler, type JobRun, openCheckout as openOne } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import type { PaymentDeps } from "../deps";
import { openCheckout } from "./open-checkout";

/** Opens checkouts of payments that began together. One that fails gets its own job. */
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
