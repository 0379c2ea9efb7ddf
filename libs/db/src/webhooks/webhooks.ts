import type { PollEventType } from "@polls/domain/webhooks";
import { idsOfShard } from "../shards/shard-numbers";
import { changesOf, columnOf, rowOf, rowsOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";
import { headOf } from "../tokens/seal";
import type { WebhookSecretColumns } from "../tokens/webhook-secret";

/** SQL that joins the webhooks `w` of a poll `p`: those of its owner, for this poll or for all. */
export const isOfPoll = `(w.owner_account_id = p.owner_account_id
     OR w.owner_organization_id = p.owner_organization_id) AND (w.poll_id IS NULL OR w.poll_id = p.id)`;

/** SQL for a webhook `w` that was neither deleted nor switched off. */
export const isActive = "w.ended_at IS NULL AND w.switched_off_at IS NULL";

export interface SubscribedWebhook {
  readonly id: bigint;
  /** Whether its last delivery failed, or many of its deliveries are pending. */
  readonly behind: boolean;
  readonly pollHash: string;
}

/** A webhook with this many pending deliveries is behind. */
const PENDING_MANY = 5;

// `results.changed` reports a state, not a history. If a webhook has a retry pending in the next
// minutes, that retry sends the newest results, and no further delivery is needed.
const subscribedSql = query<SubscribedWebhook>(
  "subscribed-webhooks",
  `SELECT w.id, p.member_hash AS poll_hash,
     w.failing_since IS NOT NULL OR EXISTS (
       SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'pending'
       OFFSET ${PENDING_MANY - 1}) AS behind
   FROM polls p JOIN webhooks w ON ${isOfPoll}
   WHERE p.id = $1::bigint AND p.deleted_at IS NULL AND $2::text = ANY(w.events) AND ${isActive}
     AND NOT ($2::text = 'results.changed' AND EXISTS (
       SELECT FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
       WHERE d.webhook_id = w.id AND d.state = 'pending' AND e.type = $2::text AND e.poll_id = p.id
         AND d.next_attempt_at > $3::timestamptz + interval '30 seconds'
         AND d.next_attempt_at <= $3::timestamptz + interval '15 minutes'))`,
);

/** The active webhooks that receive an event of a poll. Empty if the poll is deleted. */
export const findSubscribedWebhooks = (
  tx: Transaction,
  event: { readonly type: PollEventType; readonly pollId: bigint; readonly now: Date },
) => rowsOf(tx, subscribedSql(event.pollId, event.type, event.now));

/** The columns of a webhook on which a delivery attempt depends. */
export interface LockedWebhook {
  readonly url: string;
  readonly failingSince: Date | null;
  readonly switchedOffAt: Date | null;
}

const lockSql = query<LockedWebhook>(
  "lock-webhook",
  "SELECT url, failing_since, switched_off_at FROM webhooks WHERE id = $1::bigint FOR NO KEY UPDATE",
);

/** Locks a webhook until the transaction ends. Undefined if it does not exist. */
export const lockWebhook = (tx: Transaction, id: bigint) => rowOf(tx, lockSql(id));

const deleteEventsSql = command(
  "delete-old-webhook-events",
  `DELETE FROM webhook_events WHERE id IN (
     SELECT e.id FROM webhook_events e
     WHERE e.created_at < $1::timestamptz AND NOT EXISTS (
       SELECT FROM webhook_deliveries d WHERE d.event_id = e.id AND d.state = 'pending')
     ORDER BY e.created_at LIMIT $2::int)`,
);

/** Deletes up to `limit` old events and their deliveries. Events with a pending delivery stay. */
export const deleteOldWebhookEvents = (tx: Transaction, before: Date, limit: number) =>
  changesOf(tx, deleteEventsSql(before, limit));

const deleteDeliveriesSql = command(
  "delete-deliveries-of-ended-webhooks",
  `DELETE FROM webhook_deliveries WHERE id IN (
     SELECT d.id FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id
     WHERE w.ended_at < $1::timestamptz AND d.state <> 'pending' LIMIT $2::int)`,
);

const findEndedSql = query<{ readonly id: bigint }>(
  "find-ended-webhooks",
  `SELECT w.id FROM webhooks w
   WHERE w.ended_at < $1::timestamptz AND coalesce(w.poll_id, 1) > $2::bigint
     AND coalesce(w.poll_id, 1) <= $3::bigint
     AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id)
   LIMIT $4::int`,
);

const deleteEndedSql = command(
  "delete-ended-webhooks",
  "DELETE FROM webhooks WHERE id = ANY($1::bigint[])",
);

/**
 * Deletes up to `limit` settled deliveries of webhooks that ended before a time, or else such webhooks without
 * deliveries: those of polls of the shard, in `public` of all polls. Returns the number of rows.
 */
export async function deleteEndedWebhookRows(
  tx: Transaction,
  of: { readonly shard: number; readonly before: Date; readonly limit: number },
): Promise<number> {
  const { shard, before, limit } = of;
  const deliveries = await changesOf(tx, deleteDeliveriesSql(before, limit));
  if (deliveries > 0) return deliveries;
  const polls = idsOfShard(shard);
  const ended = await columnOf(tx, findEndedSql(before, polls.before, polls.last, limit), "id");
  return ended.length === 0 ? 0 : changesOf(tx, deleteEndedSql(ended));
}

const toSealSql = query<WebhookSecretColumns & { id: bigint }>(
  "webhooks-to-seal",
  `SELECT id, public_id, secret, previous_secret, previous_secret_until FROM webhooks
   WHERE secret IS NOT NULL AND (substring(secret FROM 1 FOR length($1::bytea)) <> $1::bytea
     OR substring(previous_secret FROM 1 FOR length($1::bytea)) <> $1::bytea
     OR previous_secret_until <= $2::timestamptz)
   ORDER BY id LIMIT $3::int FOR NO KEY UPDATE SKIP LOCKED`,
);

const storeSecretsSql = command(
  "store-webhook-secrets",
  `UPDATE webhooks SET secret = $2::bytea, previous_secret = $3::bytea, previous_secret_until = $4::timestamptz
   WHERE id = $1::bigint`,
);

/** Stores sealed secrets of a webhook, and how long the previous one signs. */
export const storeWebhookSecrets = (
  tx: Transaction,
  id: bigint,
  { secret, previousSecret, previousSecretUntil }: Omit<WebhookSecretColumns, "publicId">,
) => tx.run(storeSecretsSql(String(id), secret, previousSecret, previousSecretUntil));

/** Locks webhooks whose secret must be sealed with `key`, or that have a secret that no longer signs. */
export const findWebhooksToSeal = (tx: Transaction, key: string, now: Date, limit: number) =>
  rowsOf(tx, toSealSql(headOf(key), now, limit));
