import { deleteExpiredInvitations, deleteExpiredSessions } from "@polls/db/accounts";
import { deleteOldMailCounts } from "@polls/db/mails";
import { deleteOldRatingChanges } from "@polls/db/options";
import { forgetDeniedAddresses, forgetUnconfirmedAddresses } from "@polls/db/participants";
import { deleteOldFreedHashes } from "@polls/db/polls";
import { deleteOldReplies } from "@polls/db/replies";
import { deleteOldMergedVotes } from "@polls/db/votes";
import { deleteEndedWebhookRows, deleteOldWebhookEvents } from "@polls/db/webhooks";
import { type KeptForDays, keptDays } from "@polls/domain/retention";
import type { StatementTask } from "./maintenance-task";

const HOUR_MS = 3_600_000;
/** Rows that are kept for hours or days may stay some minutes longer. */
const REST_MS = 5 * 60_000;
const before = (now: Date, ageMs: number): Date => new Date(now.getTime() - ageMs);
const beforeKept = (now: Date, what: KeptForDays): Date =>
  before(now, keptDays[what] * 24 * HOUR_MS);

/** A merge can be undone for a day (docs/reference/options.md#merging). */
export const deleteMergedVotes: StatementTask = {
  name: "delete old merged votes",
  batch: (tx, now) => deleteOldMergedVotes(tx, beforeKept(now, "merged_votes"), 5_000),
};

const WEBHOOK_BATCH = 500;
/** A transaction that read the webhook before its deletion, and adds a delivery, is shorter. */
const DELETION_AGE_MS = 60_000;

/**
 * Events and their deliveries are kept for three days. Pending ones stay longer
 * (docs/reference/webhooks.md#deliveries).
 */
export const deleteWebhookEvents: StatementTask = {
  name: "delete old webhook events",
  batch: (tx, now) =>
    deleteOldWebhookEvents(tx, beforeKept(now, "webhook_deliveries"), WEBHOOK_BATCH),
};

/**
 * Deletes the rows of webhooks that were deleted, or whose poll was deleted, once they have no
 * pending delivery.
 */
export const deleteEndedWebhooks: StatementTask = {
  name: "delete ended webhooks",
  batch: (tx, now, shard) =>
    deleteEndedWebhookRows(tx, {
      shard,
      before: before(now, DELETION_AGE_MS),
      limit: WEBHOOK_BATCH,
    }),
};

/** Mails are counted per day in UTC (docs/reference/mails.md#quotas). */
export const deleteMailCounts: StatementTask = {
  name: "delete old mail counts",
  ofCommonTables: true,
  batch: (tx, now) => deleteOldMailCounts(tx, now, 5_000),
};

/** Deletes addresses that were not confirmed (docs/reference/opt-in.md#forgotten-addresses). */
export const forgetAddresses: StatementTask = {
  name: "forget unconfirmed addresses",
  batch: (tx, now) => forgetUnconfirmedAddresses(tx, beforeKept(now, "unconfirmed_addresses"), 500),
};

export const forgetDenied: StatementTask = {
  name: "forget denied addresses",
  batch: (tx, now) => forgetDeniedAddresses(tx, beforeKept(now, "denied_requests"), 500),
};

/** Sessions of accounts end 30 days after their sign-in (docs/reference/pages.md#accounts-on-pages). */
export const deleteSessions: StatementTask = {
  name: "delete expired sessions",
  ofCommonTables: true,
  batch: (tx, now) => deleteExpiredSessions(tx, now, 1_000),
};

/** Invitations into organizations are valid for 7 days (docs/reference/organizations.md#invitations). */
export const deleteInvitations: StatementTask = {
  name: "delete expired invitations of members",
  ofCommonTables: true,
  batch: (tx, now) => deleteExpiredInvitations(tx, now, 1_000),
};

const tasks: readonly StatementTask[] = [
  // Stored responses expire after 24 hours (docs/reference/requests.md#idempotency).
  {
    name: "delete old idempotency keys",
    batch: (tx, now) => deleteOldReplies(tx, beforeKept(now, "stored_responses"), 1_000),
  },
  // Every snapshot of a ranking reads changes for less than an hour (docs/adr/0012-rankings-are-kept-in-memory.md).
  {
    name: "delete old rating changes",
    batch: (tx, now) => deleteOldRatingChanges(tx, before(now, HOUR_MS), 5_000),
  },
  deleteMergedVotes,
  deleteWebhookEvents,
  deleteEndedWebhooks,
  // The hash of a deleted poll is reserved for its owner for some time (docs/reference/polls.md#addresses).
  {
    name: "delete old freed hashes",
    ofCommonTables: true,
    batch: (tx, now) => deleteOldFreedHashes(tx, beforeKept(now, "freed_hashes"), 1_000),
  },
  deleteMailCounts,
  forgetAddresses,
  forgetDenied,
  deleteSessions,
  deleteInvitations,
];

export const oldRows = tasks.map((task) => ({ ...task, restMs: REST_MS }));
