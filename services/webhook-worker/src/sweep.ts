import { inTransaction } from "@polls/db";
import { deliverWebhook } from "@polls/jobs";
import { deliveryPriority, sendAll } from "@polls/jobs/outbox";
import type { WebhookDeps } from "./deps";

const BATCH = 500;

/**
 * Sends jobs for the attempts whose time has come. May run anywhere and twice at once. Gives how many
 * there were.
 */
export const sweepDeliveries = ({ db, clock }: Pick<WebhookDeps, "db" | "clock">) =>
  inTransaction(db, async (tx) => {
    const due = await tx.prisma.$queryRaw<{ id: bigint; asked: number }[]>`
      UPDATE webhook_deliveries SET asked = attempts + 1
       WHERE id IN (SELECT id FROM webhook_deliveries
                    WHERE state = 'pending' AND asked <= attempts AND next_attempt_at <= ${clock()}
                    ORDER BY next_attempt_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING id, asked`;
    const jobs = due.map(({ id, asked }) => ({ deliveryId: String(id), attempt: asked }));
    await sendAll(tx, deliverWebhook, jobs, { priority: deliveryPriority(true) });
    return due.length;
  });
