import {
  deleteExpiredDrafts,
  deleteExpiredInvitations,
  deleteExpiredSessions,
} from "@polls/db/accounts";
import { deleteOldMailCounts } from "@polls/db/mails";
import { deleteOldRatingChanges } from "@polls/db/options";
import {
  forgetDeniedAddresses,
  forgetUnconfirmedAddresses,
  forgetUnusedOptIns,
} from "@polls/db/participants";
import { deleteOldFreedHashes } from "@polls/db/polls";
import { deleteOldReplies } from "@polls/db/replies";
import { deleteOldMergedVotes } from "@polls/db/votes";
import { deleteEndedWebhookRows, deleteOldWebhookEvents } from "@polls/db/webhooks";
import { type KeptForDays, keptDays } from "@polls/domain/retention";
import type { StatementTask } from "./maintenance-task";

const HOUR_MS = 3_600_000;
const before = (now: Date, ageMs: number): Date => new Date(now.getTime() - ageMs);
const beforeKept = (now: Date, what: KeptForDays): Date =>
  before(now, keptDays[what] * 24 * HOUR_MS);

const WEBHOOK_BATCH = 500;
/** A transaction that read the webhook before its deletion, and adds a delivery, is shorter. */
const DELETION_AGE_MS = 60_000;

const tasks = {
  // Stored responses expire after 24 hours (docs/reference/requests.md#idempotency).
  idempotencyKeys: {
    name: "delete old idempotency keys",
    batch: (tx, now) => deleteOldReplies(tx, beforeKept(now, "stored_responses"), 1_000),
  },
  // Every snapshot of a ranking reads changes for less than an hour (docs/adr/0012-rankings-are-kept-in-memory.md).
  ratingChanges: {
    name: "delete old rating changes",
    batch: (tx, now) => deleteOldRatingChanges(tx, before(now, HOUR_MS), 5_000),
  },
  // A merge can be undone for a day (docs/reference/options.md#merging).
  mergedVotes: {
    name: "delete old merged votes",
    batch: (tx, now) => deleteOldMergedVotes(tx, beforeKept(now, "merged_votes"), 5_000),
  },
  // Events and their deliveries are kept for three days. Pending ones stay longer
  // (docs/reference/webhooks.md#deliveries).
  webhookEvents: {
    name: "delete old webhook events",
    batch: (tx, now) =>
      deleteOldWebhookEvents(tx, beforeKept(now, "webhook_deliveries"), WEBHOOK_BATCH),
  },
  // Webhooks that were deleted, or whose poll was deleted, once they have no pending delivery.
  endedWebhooks: {
    name: "delete ended webhooks",
    batch: (tx, now, shard) =>
      deleteEndedWebhookRows(tx, {
        shard,
        before: before(now, DELETION_AGE_MS),
        limit: WEBHOOK_BATCH,
      }),
  },
  // The hash of a deleted poll is reserved for its owner for some time (docs/reference/polls.md#addresses).
  freedHashes: {
    name: "delete old freed hashes",
    ofCommonTables: true,
    batch: (tx, now) => deleteOldFreedHashes(tx, beforeKept(now, "freed_hashes"), 1_000),
  },
  // Mails are counted per day in UTC (docs/reference/mails.md#quotas).
  mailCounts: {
    name: "delete old mail counts",
    ofCommonTables: true,
    batch: (tx, now) => deleteOldMailCounts(tx, now, 5_000),
  },
  // Addresses that were not confirmed (docs/reference/opt-in.md#forgotten-addresses).
  unconfirmedAddresses: {
    name: "forget unconfirmed addresses",
    batch: (tx, now) =>
      forgetUnconfirmedAddresses(tx, beforeKept(now, "unconfirmed_addresses"), 500),
  },
  unusedOptIns: {
    name: "forget unused confirmation links",
    batch: (tx, now) => forgetUnusedOptIns(tx, beforeKept(now, "unconfirmed_addresses"), 500),
  },
  deniedAddresses: {
    name: "forget denied addresses",
    batch: (tx, now) => forgetDeniedAddresses(tx, beforeKept(now, "denied_requests"), 500),
  },
  // Sessions of accounts end 30 days after their sign-in (docs/reference/pages.md#accounts-on-pages).
  sessions: {
    name: "delete expired sessions",
    ofCommonTables: true,
    batch: (tx, now) => deleteExpiredSessions(tx, now, 1_000),
  },
  // Drafts end with their links (docs/reference/accounts.md#new-polls-of-links).
  signInDrafts: {
    name: "delete expired drafts of new polls",
    ofCommonTables: true,
    batch: (tx, now) => deleteExpiredDrafts(tx, now, 1_000),
  },
  // Invitations into organizations are valid for 7 days (docs/reference/organizations.md#invitations).
  memberInvitations: {
    name: "delete expired invitations of members",
    ofCommonTables: true,
    batch: (tx, now) => deleteExpiredInvitations(tx, now, 1_000),
  },
} satisfies Readonly<Record<string, StatementTask>>;

/** The tasks that delete old rows, by what they delete. */
export const oldRows: Readonly<Record<keyof typeof tasks, StatementTask>> = tasks;
