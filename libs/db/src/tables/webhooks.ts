import type { WebhookEventType } from "@polls/domain/webhooks";
import type { Transaction } from "../sql/queryable";
import { query } from "../sql/statement";

/** A webhook that is subscribed to an event. */
export interface SubscribedWebhook {
  readonly id: bigint;
  /** Whether it failed last, or has many deliveries pending. */
  readonly behind: boolean;
  readonly pollHash: string;
}

/** An endpoint with this many pending deliveries is behind. */
const PENDING_MANY = 5;

// `results.changed` reports a state, not a history. A webhook with a pending retry in the next minutes
// gets the newest results with that, and needs no further delivery.
const subscribedWebhooksSql = query<SubscribedWebhook>(
  "subscribed-webhooks",
  `SELECT w.id, p.member_hash AS poll_hash,
     w.failing_since IS NOT NULL OR EXISTS (
       SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'pending'
       OFFSET ${PENDING_MANY - 1}) AS behind
   FROM polls p JOIN webhooks w
     ON w.owner_account_id = p.owner_account_id OR w.owner_organization_id = p.owner_organization_id
   WHERE p.id = $1::bigint AND p.deleted_at IS NULL
     AND (w.poll_id IS NULL OR w.poll_id = p.id) AND $2::text = ANY(w.events)
     AND w.ended_at IS NULL AND w.switched_off_at IS NULL
     AND NOT ($2::text = 'results.changed' AND EXISTS (
       SELECT FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
       WHERE d.webhook_id = w.id AND d.state = 'pending' AND e.type = $2::text AND e.poll_id = p.id
         AND d.next_attempt_at > $3::timestamptz + interval '30 seconds'
         AND d.next_attempt_at <= $3::timestamptz + interval '15 minutes'))`,
);

/** The active webhooks that an event of a poll is delivered to; none if the poll is deleted. */
export async function findSubscribedWebhooks(
  tx: Transaction,
  {
    type,
    pollId,
    now,
  }: { readonly type: WebhookEventType; readonly pollId: bigint; readonly now: Date },
): Promise<readonly SubscribedWebhook[]> {
  const { rows } = await tx.run(subscribedWebhooksSql(pollId, type, now));
  return rows;
}
