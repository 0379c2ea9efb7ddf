import { inTransaction } from "@polls/db/sql";
import { claimDueDeliveries } from "@polls/db/webhooks";
import { deliverWebhook } from "@polls/jobs";
import { deliveryRank, sendAll } from "@polls/jobs/outbox";
import type { WebhookDeps } from "./deps";

const BATCH = 500;

/** Sends jobs for due attempts. Returns their number. May run concurrently in several processes. */
export const sweepDeliveries = ({ db, clock }: Pick<WebhookDeps, "db" | "clock">) =>
  inTransaction(db.statements, async (tx) => {
    const due = await claimDueDeliveries(tx, clock(), BATCH);
    const jobs = due.map(({ id, attempt }) => ({ deliveryId: String(id), attempt }));
    await sendAll(tx, deliverWebhook, jobs, { rank: deliveryRank(true) });
    return due.length;
  });
