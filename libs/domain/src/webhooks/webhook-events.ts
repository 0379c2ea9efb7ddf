/** The object that an event is about (docs/reference/webhooks.md#events). */
interface EventSubject {
  /** The key of the object's id; absent where the object is the poll. */
  readonly key?: "option_id" | "voter_id" | "payment_id";
  /** The path below the poll's address that shows the object; absent for a deleted one. */
  readonly path?: (id: string) => string;
}

const option: EventSubject = { key: "option_id", path: (id) => `/options/${id}` };

/** Every event. A new one is a row here and a `noteEvent` in the transaction of its cause. */
export const webhookEvents = {
  "poll.updated": { path: () => "" },
  "poll.deleted": {},
  "option.created": option,
  "option.updated": option,
  "option.deleted": { key: "option_id" },
  /** The address of a double opt-in was confirmed. */
  "participant.confirmed": { key: "voter_id", path: (id) => `/voters/${id}` },
  "payment.paid": { key: "payment_id", path: () => "/payments" },
  /** All or some of the money went back. */
  "payment.refunded": { key: "payment_id", path: () => "/payments" },
  /** Several changes share one event; the client fetches the results. */
  "results.changed": { path: () => "/results" },
} as const satisfies Readonly<Record<string, EventSubject>>;

export type WebhookEventType = keyof typeof webhookEvents;

export const webhookEventTypes = Object.keys(webhookEvents) as readonly WebhookEventType[];

/** An event as it is stored until it is delivered. */
export interface WebhookEvent {
  readonly publicId: string;
  readonly type: WebhookEventType;
  /** The poll's `member_hash` at the time of the event. */
  readonly pollHash: string;
  readonly subjectId: string | undefined;
  readonly createdAt: Date;
}

/**
 * The body of an event, the same for every attempt. It names the object that changed and none of its
 * values: the client fetches what its token may see.
 *
 * @param origin the public address of the service, without a slash at its end
 */
export function webhookBody(event: WebhookEvent, origin: string): string {
  const { key, path }: EventSubject = webhookEvents[event.type];
  const id = event.subjectId ?? "";
  const poll = `${origin}/api/v1/polls/${event.pollHash}`;
  return JSON.stringify({
    id: event.publicId,
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    data: {
      poll_id: event.pollHash,
      ...(key === undefined ? {} : { [key]: id }),
      ...(path === undefined ? {} : { url: `${poll}${path(id)}` }),
    },
  });
}
