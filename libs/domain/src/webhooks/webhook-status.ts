/** The times that decide whether a webhook receives events. */
interface WebhookMoments {
  /** When its owner deleted it, or its poll was deleted. */
  readonly endedAt: Date | null;
  /** When the service or the owner switched it off (docs/reference/webhooks.md#switching-off). */
  readonly switchedOffAt: Date | null;
}

/** Whether a webhook receives new events. */
export const isActive = ({ endedAt, switchedOffAt }: WebhookMoments): boolean =>
  endedAt === null && switchedOffAt === null;

interface EventToDeliver {
  readonly type: string;
  /** Null when the event is not about a poll. */
  readonly pollId: bigint | null;
}

/** Why an event is no longer sent to a webhook. Undefined when it is sent. */
export function deliveryRefusal(
  webhook: WebhookMoments & { readonly pollId: bigint | null },
  event: EventToDeliver,
): "switched_off" | "deleted" | undefined {
  if (isActive(webhook)) return undefined;
  if (webhook.switchedOffAt !== null) return "switched_off";
  // The deletion of a poll ends its webhooks; the event about it is still delivered.
  const isLastEvent = event.type === "poll.deleted" && event.pollId === webhook.pollId;
  return isLastEvent ? undefined : "deleted";
}

/** Why a delivery had no response or no attempt, for the owner of the webhook, without details of a network, such as which names exist in it. */
export type DeliveryProblem =
  | "the webhook is switched off"
  | "the webhook is deleted"
  | "too many deliveries wait for this site"
  | "no answer in time"
  | "the address does not exist or may not be called"
  | "the host name could not be looked up"
  | "the host cannot be reached"
  | "the connection was refused"
  | "the connection was broken off"
  | "no connection in time"
  | "the connection failed"
  | "the certificate has expired"
  | "the certificate is not trusted"
  | "the proxy opened no connection"
  | "the certificate is for another host"
  | "the TLS handshake failed"
  | "the answer is not HTTP";
