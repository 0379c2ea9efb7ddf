import type { Chore } from "./chore";

const BATCH = 500;
const KEPT_MS = 3 * 24 * 60 * 60 * 1_000;
/** Longer than a transaction takes that saw the webhook before it was deleted, and sends it something. */
const ENDED_MS = 60_000;

/** What was sent to webhooks is forgotten after three days, with its deliveries; what is pending stays. */
export const forgetWebhookEvents: Chore = {
  name: "forget webhook events",
  batch: (tx, now) => tx.prisma.$executeRaw`
    DELETE FROM webhook_events WHERE id IN (
      SELECT e.id FROM webhook_events e
      WHERE e.created_at < ${new Date(now.getTime() - KEPT_MS)} AND NOT EXISTS (
        SELECT FROM webhook_deliveries d WHERE d.event_id = e.id AND d.state = 'pending')
      ORDER BY e.created_at LIMIT ${BATCH})`,
};

/** Webhooks that were deleted, or lost their poll, go once nothing of them is pending. */
export const forgetWebhooks: Chore = {
  name: "forget deleted webhooks",
  async batch(tx, now) {
    const before = new Date(now.getTime() - ENDED_MS);
    const deliveries = await tx.prisma.$executeRaw`
      DELETE FROM webhook_deliveries WHERE id IN (
        SELECT d.id FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id
        WHERE w.ended_at < ${before} AND d.state <> 'pending' LIMIT ${BATCH})`;
    if (deliveries > 0) return deliveries;
    return tx.prisma.$executeRaw`
      DELETE FROM webhooks w WHERE w.ended_at < ${before}
        AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id)`;
  },
};
