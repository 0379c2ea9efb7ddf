/** What an event is about: where in its body the id stands, and what of it can be fetched (decisions 13). */
interface Subject {
  /** The key of the subject's id; absent where the poll itself is the subject. */
  readonly key?: "option_id" | "voter_id" | "payment_id";
  /** Path under the poll's address that shows it; absent for what is gone. */
  readonly path?: (id: string) => string;
}

const option: Subject = { key: "option_id", path: (id) => `/options/${id}` };

/** Everything that webhooks are told of. A new event is a row here and a `noteEvent` at its cause. */
export const webhookEvents = {
  "poll.updated": { path: () => "" },
  "poll.deleted": {},
  "option.created": option,
  "option.updated": option,
  "option.deleted": { key: "option_id" },
  /** The address of a double opt-in was confirmed. */
  "participant.confirmed": { key: "voter_id", path: (id) => `/voters/${id}` },
  "payment.paid": { key: "payment_id", path: () => "/payments" },
  /** Money went back, all of it or some. */
  "payment.refunded": { key: "payment_id", path: () => "/payments" },
  /** Coalesced: what the results are now is for the client to fetch (ADR 0014). */
  "results.changed": { path: () => "/results" },
} as const satisfies Readonly<Record<string, Subject>>;

export type WebhookEventType = keyof typeof webhookEvents;

export const webhookEventTypes = Object.keys(webhookEvents) as readonly WebhookEventType[];

/** An event as it is kept until it is delivered. */
export interface WebhookEvent {
  readonly publicId: string;
  readonly type: WebhookEventType;
  /** The poll's `member_hash` at that time: its owner may always know it. */
  readonly pollHash: string;
  readonly subjectId: string | undefined;
  readonly createdAt: Date;
}

/**
 * The body that is sent, the same for every attempt. It names what changed and says nothing of it: the
 * client fetches what its token may see.
 *
 * @param origin the public address of the service, without a slash at its end
 */
export function webhookBody(event: WebhookEvent, origin: string): string {
  const { key, path }: Subject = webhookEvents[event.type];
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
