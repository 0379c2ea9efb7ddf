import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { findSubscribedWebhooks } from "@polls/db/webhooks";
import type { ListedBy, PollEventType, SubjectOf, WebhookEventType } from "@polls/domain/webhooks";
import { deliverWebhook } from "../contracts";
import { sendAll } from "../outbox/send";

interface Cause {
  readonly pollId: bigint;
  readonly now: Date;
}

/** What an event tells: its row in `webhookEvents` demands the ids. */
export type EventFacts = {
  [Type in PollEventType]: { readonly type: Type } & ListedBy<Type> &
    (SubjectOf<Type> extends undefined
      ? { readonly subjectId?: never }
      : { readonly subjectId: SubjectOf<Type> });
}[PollEventType];

/** Events of one type. */
type ManyEventFacts = {
  [Type in PollEventType]: { readonly type: Type } & ListedBy<Type> & {
      readonly subjectIds: readonly SubjectOf<Type>[];
    };
}[PollEventType];

/** The rank of deliveries. Deliveries to webhooks that are behind run after the others. */
export const deliveryRank = (behind: boolean): number => (behind ? 1 : 0);

/**
 * Stores an event with its deliveries, in the transaction of its cause. Returns their number. Costs
 * one statement if no webhook subscribes.
 */
export const noteEvent = (
  tx: PrismaTransaction,
  { subjectId, ...event }: EventFacts & Cause,
): Promise<number> => noteAll(tx, { ...event, subjectIds: [subjectId] });

/** Stores an event for each subject, in order, with deliveries; one statement if no webhook subscribes, some four if any does. */
export const noteEvents = (
  tx: PrismaTransaction,
  events: ManyEventFacts & Cause,
): Promise<number> => noteAll(tx, events);

async function noteAll(
  tx: PrismaTransaction,
  {
    subjectIds,
    ...event
  }: Omit<StoredEvents, "pollHash" | "type" | "pollId"> & Cause & { readonly type: PollEventType },
): Promise<number> {
  if (subjectIds.length === 0) return 0;
  const webhooks = await findSubscribedWebhooks(tx, event);
  const [first] = webhooks;
  if (first === undefined) return 0;
  await storeEvents(tx, { ...event, subjectIds, pollHash: first.pollHash }, webhooks);
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
  const event = { type: "webhook.test", ...ofNoPoll, subjectIds: [publicId], now } as const;
  const [delivery] = await storeEvents(tx, event, [{ id, behind }]);
  if (delivery === undefined) throw new Error("the delivery of a test is missing");
  return delivery.id;
}

interface Recipient {
  readonly id: bigint;
  readonly behind: boolean;
}

interface StoredEvents {
  readonly type: WebhookEventType;
  readonly pollId: bigint | null;
  readonly pollHash: string | null;
  readonly subjectIds: readonly (string | undefined)[];
  readonly listed?: readonly string[];
  readonly now: Date;
}

/** The number of statements does not depend on the number of subjects: an import has hundreds. */
async function storeEvents(
  tx: PrismaTransaction,
  { type, pollId, pollHash, subjectIds, listed = [], now }: StoredEvents,
  webhooks: readonly Recipient[],
): Promise<readonly { readonly id: bigint }[]> {
  const events = await tx.prisma.webhookEvent.createManyAndReturn({
    data: subjectIds.map((subjectId) => ({
      publicId: newPublicId(),
      type,
      pollId,
      pollHash,
      subjectId: subjectId ?? null,
      subjectIds: [...listed],
      createdAt: now,
    })),
    select: { id: true },
  });
  const deliveries = await tx.prisma.webhookDelivery.createManyAndReturn({
    data: events.flatMap(({ id: eventId }) =>
      webhooks.map(({ id }) => ({
        publicId: newPublicId(),
        webhookId: id,
        eventId,
        createdAt: now,
        nextAttemptAt: now,
      })),
    ),
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
