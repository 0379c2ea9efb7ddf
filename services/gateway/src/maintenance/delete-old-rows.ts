import type { MaintenanceTask } from "./maintenance-task";

const HOUR_MS = 3_600_000;
const before = (now: Date, ageMs: number): Date => new Date(now.getTime() - ageMs);

/** Stored responses expire after 24 hours (docs/reference/requests.md#idempotency). */
const deleteIdempotencyKeys: MaintenanceTask = {
  name: "delete old idempotency keys",
  batch: (tx, now) => tx.prisma.$executeRaw`
    DELETE FROM idempotency_keys WHERE scope IN (
      SELECT scope FROM idempotency_keys
      WHERE created_at < ${before(now, 24 * HOUR_MS)}
      ORDER BY created_at LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
};

/** An hour is longer than any snapshot of a ranking reads changes (ADR 0012). */
const deleteRatingChanges: MaintenanceTask = {
  name: "delete old rating changes",
  batch: (tx, now) => tx.prisma.$executeRaw`
    DELETE FROM rating_changes WHERE id IN (
      SELECT id FROM rating_changes
      WHERE at < ${before(now, HOUR_MS)} ORDER BY at LIMIT 5000)`,
};

const WEBHOOK_BATCH = 500;
/** Longer than a transaction that read the webhook before its deletion and adds a delivery. */
const DELETION_AGE_MS = 60_000;

/** Events and their deliveries are kept for three days; pending ones stay (docs/reference/webhooks.md#deliveries). */
export const deleteWebhookEvents: MaintenanceTask = {
  name: "delete old webhook events",
  batch: (tx, now) => tx.prisma.$executeRaw`
    DELETE FROM webhook_events WHERE id IN (
      SELECT e.id FROM webhook_events e
      WHERE e.created_at < ${before(now, 72 * HOUR_MS)} AND NOT EXISTS (
        SELECT FROM webhook_deliveries d WHERE d.event_id = e.id AND d.state = 'pending')
      ORDER BY e.created_at LIMIT ${WEBHOOK_BATCH})`,
};

/** Rows of webhooks that were deleted, or whose poll was, are removed once they have no pending delivery. */
export const deleteEndedWebhooks: MaintenanceTask = {
  name: "delete ended webhooks",
  async batch(tx, now) {
    const endedBefore = before(now, DELETION_AGE_MS);
    const deliveries = await tx.prisma.$executeRaw`
      DELETE FROM webhook_deliveries WHERE id IN (
        SELECT d.id FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id
        WHERE w.ended_at < ${endedBefore} AND d.state <> 'pending' LIMIT ${WEBHOOK_BATCH})`;
    if (deliveries > 0) return deliveries;
    return tx.prisma.$executeRaw`
      DELETE FROM webhooks w WHERE w.ended_at < ${endedBefore}
        AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id)`;
  },
};

export const oldRows: readonly MaintenanceTask[] = [
  deleteIdempotencyKeys,
  deleteRatingChanges,
  deleteWebhookEvents,
  deleteEndedWebhooks,
];
