import {
  deleteEndedWebhookRows,
  deleteExpiredSessions,
  deleteOldAnswers,
  deleteOldFreedHashes,
  deleteOldMailCounts,
  deleteOldRatingChanges,
  deleteOldWebhookEvents,
  forgetDeniedAddresses,
  forgetUnconfirmedAddresses,
} from "@polls/db";
import { FREED_HASH_DAYS } from "../features/polls/poll-hashes";
import type { MaintenanceTask } from "./maintenance-task";

const HOUR_MS = 3_600_000;
const before = (now: Date, ageMs: number): Date => new Date(now.getTime() - ageMs);

/** Stored responses expire after 24 hours (docs/reference/requests.md#idempotency). */
const deleteIdempotencyKeys: MaintenanceTask = {
  name: "delete old idempotency keys",
  batch: (tx, now) => deleteOldAnswers(tx, before(now, 24 * HOUR_MS), 1_000),
};

/** An hour is longer than any snapshot of a ranking reads changes (docs/adr/0012-rankings-are-kept-in-memory.md). */
const deleteRatingChanges: MaintenanceTask = {
  name: "delete old rating changes",
  batch: (tx, now) => deleteOldRatingChanges(tx, before(now, HOUR_MS), 5_000),
};

const WEBHOOK_BATCH = 500;
/** Longer than a transaction that read the webhook before its deletion and adds a delivery. */
const DELETION_AGE_MS = 60_000;

/** Events and their deliveries are kept for three days; pending ones stay (docs/reference/webhooks.md#deliveries). */
export const deleteWebhookEvents: MaintenanceTask = {
  name: "delete old webhook events",
  batch: (tx, now) => deleteOldWebhookEvents(tx, before(now, 72 * HOUR_MS), WEBHOOK_BATCH),
};

/** Rows of webhooks that were deleted, or whose poll was, are removed once they have no pending delivery. */
export const deleteEndedWebhooks: MaintenanceTask = {
  name: "delete ended webhooks",
  batch: (tx, now) => deleteEndedWebhookRows(tx, before(now, DELETION_AGE_MS), WEBHOOK_BATCH),
};

/** Hashes of polls stay with their owner for a while (docs/reference/polls.md#addresses). */
const deleteFreedHashes: MaintenanceTask = {
  name: "delete old freed hashes",
  batch: (tx, now) => deleteOldFreedHashes(tx, before(now, FREED_HASH_DAYS * 24 * HOUR_MS), 1_000),
};

/** Mails are counted by days of UTC (docs/reference/mails.md#quotas). */
export const deleteMailCounts: MaintenanceTask = {
  name: "delete old mail counts",
  batch: (tx, now) => deleteOldMailCounts(tx, now, 5_000),
};

const FORGOTTEN_AFTER_DAYS = 30;

/** Addresses that are never confirmed are forgotten (docs/reference/opt-in.md#forgotten-addresses). */
export const forgetAddresses: MaintenanceTask = {
  name: "forget unconfirmed addresses",
  batch: (tx, now) =>
    forgetUnconfirmedAddresses(tx, before(now, FORGOTTEN_AFTER_DAYS * 24 * HOUR_MS), 500),
};

export const forgetDenied: MaintenanceTask = {
  name: "forget denied addresses",
  batch: (tx, now) =>
    forgetDeniedAddresses(tx, before(now, FORGOTTEN_AFTER_DAYS * 24 * HOUR_MS), 500),
};

/** Sessions of accounts end 30 days after their sign-in (docs/reference/pages.md#accounts-on-pages). */
export const deleteSessions: MaintenanceTask = {
  name: "delete expired sessions",
  batch: (tx, now) => deleteExpiredSessions(tx, now, 1_000),
};

export const oldRows: readonly MaintenanceTask[] = [
  deleteIdempotencyKeys,
  deleteRatingChanges,
  deleteWebhookEvents,
  deleteEndedWebhooks,
  deleteFreedHashes,
  deleteMailCounts,
  forgetAddresses,
  forgetDenied,
  deleteSessions,
];
