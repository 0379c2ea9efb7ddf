import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { findSubscribedWebhooks } from "@polls/db/webhooks";
import type { PollEventType, WebhookEventType } from "@polls/domain/webhooks";
import { deliverWebhook } from "../contracts";
import { sendAll } from "../outbox/send";

export interface NewWebhookEvent {
  readonly type: PollEventType;
  readonly pollId: bigint;
  /** The public id of the option, participant or payment. Absent if the event is about the poll. */
  readonly subjectId?: string;
  /** The public ids of several objects, for one event about all of them. */
  readonly listed?: readonly string[];
  readonly now: Date;
}

export interface NewWebhookEvents extends Omit<NewWebhookEvent, "subjectId"> {
  readonly subjectIds: readonly (string | undefined)[];
}

/** The rank of deliveries. Deliveries to webhooks that are behind run after the others. */
export const deliveryRank = (behind: boolean): number => (behind ? 1 : 0);

/**
 * Stores an event with its deliveries, in the transaction of its cause. Returns their number. Costs
 * one statement if no webhook subscribes.
 */
export const noteEvent = (
  tx: PrismaTransaction,
  { subjectId, ...event }: NewWebhookEvent,
): Promise<number> => noteEvents(tx, { ...event, subjectIds: [subjectId] });

/**
 * Stores an event for each subject, in order, with deliveries; one statement if no webhook subscribes.
 */
export async function noteEvents(
  tx: PrismaTransaction,
  { subjectIds, ...event }: NewWebhookEvents,
): Promise<number> {
  if (subjectIds.length === 0) return 0;
  const webhooks = await findSubscribedWebhooks(tx, event);
  const [first] = webhooks;
  if (first === undefined) return 0;
  for (const subjectId of subjectIds) {
    await storeEvent(tx, { ...event, subjectId, pollHash: first.pollHash }, webhooks);
  }
  return subjectIds.length * webhooks.length;
}

/**
 * Stores a `webhook.test` event and its delivery (docs/reference/webhooks.md#testing). Returns the
 * id of the delivery.
 */
export async function noteTest(
  tx: PrismaTransaction,
  { id, publicId, behind }: Recipient & { readonly publicId: string },
  now: Date,
): Promise<bigint> {
  const ofNoPoll = { pollId: null, pollHash: null };
  const event = { type: "webhook.test", ...ofNoPoll, subjectId: publicId, now } as const;
  const [delivery] = await storeEvent(tx, event, [{ id, behind }]);
  if (delivery === undefined) throw new Error("the delivery of a test is missing");
  return delivery.id;
}

interface Recipient {
  readonly id: bigint;
  readonly behind: boolean;
}

interface StoredEvent {
  readonly type: WebhookEventType;
  readonly pollId: bigint | null;
  readonly pollHash: string | null;
  readonly subjectId: string | undefined;
  readonly listed?: readonly string[];
  readonly now: Date;
}

async function storeEvent(
  tx: PrismaTransaction,
  { type, pollId, pollHash, subjectId, listed = [], now }: StoredEvent,
  webhooks: readonly Recipient[],
): Promise<readonly { readonly id: bigint }[]> {
  const { id: eventId } = await tx.prisma.webhookEvent.create({
    data: {
      publicId: newPublicId(),
      type,
      pollId,
      pollHash,
      subjectId: subjectId ?? null,
      subjectIds: [...listed],
      createdAt: now,
    },
    select: { id: true },
  });
  const deliveries = await tx.prisma.webhookDelivery.createManyAndReturn({
    data: webhooks.map(({ id }) => ({
      publicId: newPublicId(),
      webhookId: id,
      eventId,
      createdAt: now,
      nextAttemptAt: now,
    })),
    select: { id: true, webhookId: true },
  });
  const late = new Set(webhooks.filter(({ behind }) => behind).map(({ id }) => id));
  for (const behind of [false, true]) {
    const jobs = deliveries
      .filter(({ webhookId }) => late.has(webhookId) === behind)
      .map(({ id }) => ({ deliveryId: String(id), attempt: 1 }));
    await sendAll(tx, deliverWebhook, jobs, { rank: deliveryRank(behind) });
  }
  return deliveries;
}
