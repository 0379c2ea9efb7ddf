/** The moments that decide whether a webhook gets events. */
interface WebhookMoments {
  /** Deleted by its owner, or with its poll. */
  readonly endedAt: Date | null;
  /** Switched off by the service or the owner (docs/reference/webhooks.md#switching-off). */
  readonly switchedOffAt: Date | null;
}

/** Whether new events go to a webhook. */
export const isActive = ({ endedAt, switchedOffAt }: WebhookMoments): boolean =>
  endedAt === null && switchedOffAt === null;

/** An event that waits for its delivery. */
interface DeliveredEvent {
  readonly type: string;
  /** Null: it is about no poll. */
  readonly pollId: bigint | null;
}

/** Why an event is no longer sent to a webhook; undefined: it is sent. */
export function deliveryRefusal(
  webhook: WebhookMoments & { readonly pollId: bigint | null },
  event: DeliveredEvent,
): "switched_off" | "deleted" | undefined {
  if (isActive(webhook)) return undefined;
  if (webhook.switchedOffAt !== null) return "switched_off";
  // The deletion of a poll ends its webhooks and is their last event.
  const isLastEvent = event.type === "poll.deleted" && event.pollId === webhook.pollId;
  return isLastEvent ? undefined : "deleted";
}
