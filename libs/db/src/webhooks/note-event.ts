import type { WebhookEventType } from "@polls/domain/webhooks";
import { deliverWebhook } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import type { Transaction } from "../connect";
import { newPublicId } from "../public-id";

export interface NewWebhookEvent {
  readonly type: WebhookEventType;
  readonly pollId: bigint;
  /** The public id of what the event is about; absent where that is the poll. */
  readonly subjectId?: string;
  readonly now: Date;
}

interface Listening {
  readonly id: bigint;
  readonly behind: boolean;
  readonly poll_hash: string;
}

/** Events that a retry tells anyway, if it begins in so long, need no delivery of their own. */
const RETRY_AFTER = "30 seconds";
const RETRY_BEFORE = "15 minutes";

/** An endpoint with so many deliveries under way is behind. */
const PENDING_MANY = 5;

/** Jobs for endpoints that failed last, or are behind, go after those for endpoints that answer. */
export const webhookTurn = (behind: boolean): number => (behind ? 1 : 0);

/**
 * Has the webhooks that want to know told of an event, in the transaction of its cause; of a deleted poll
 * nothing is told. Where nobody listens it costs one statement. Gives to how many it goes.
 */
export async function noteEvent(tx: Transaction, event: NewWebhookEvent): Promise<number> {
  const { type, pollId, subjectId, now } = event;
  const listening = await listeners(tx, event);
  const [first] = listening;
  if (first === undefined) return 0;
  const { id: eventId } = await tx.webhookEvent.create({
    data: {
      publicId: newPublicId(),
      type,
      pollId,
      pollHash: first.poll_hash,
      subjectId: subjectId ?? null,
      createdAt: now,
    },
    select: { id: true },
  });
  const deliveries = await tx.webhookDelivery.createManyAndReturn({
    data: listening.map(({ id }) => ({
      publicId: newPublicId(),
      webhookId: id,
      eventId,
      createdAt: now,
      nextAttemptAt: now,
    })),
    select: { id: true, webhookId: true },
  });
  const late = new Set(listening.filter(({ behind }) => behind).map(({ id }) => id));
  for (const behind of [false, true]) {
    const jobs = deliveries
      .filter(({ webhookId }) => late.has(webhookId) === behind)
      .map(({ id }) => ({ deliveryId: String(id), attempt: 1 }));
    await sendAll(tx, deliverWebhook, jobs, { turn: webhookTurn(behind) });
  }
  return listening.length;
}

/** Results are a state and no history: a webhook that will be told soon anyway is not told twice. */
const listeners = (tx: Transaction, { type, pollId, now }: NewWebhookEvent) => tx.$queryRaw<
  Listening[]
>`
  SELECT w.id, p.member_hash AS poll_hash,
    w.failing_since IS NOT NULL OR EXISTS (
      SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'pending'
      OFFSET ${PENDING_MANY - 1}) AS behind
  FROM polls p JOIN webhooks w
    ON w.owner_account_id = p.owner_account_id OR w.owner_organization_id = p.owner_organization_id
  WHERE p.id = ${pollId} AND p.deleted_at IS NULL
    AND (w.poll_id IS NULL OR w.poll_id = p.id) AND ${type} = ANY(w.events)
    AND w.ended_at IS NULL AND w.switched_off_at IS NULL
    AND NOT (${type} = 'results.changed' AND EXISTS (
      SELECT FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
      WHERE d.webhook_id = w.id AND d.state = 'pending' AND e.type = ${type} AND e.poll_id = p.id
        AND d.next_attempt_at > ${now}::timestamptz + ${RETRY_AFTER}::interval
        AND d.next_attempt_at <= ${now}::timestamptz + ${RETRY_BEFORE}::interval))`;
