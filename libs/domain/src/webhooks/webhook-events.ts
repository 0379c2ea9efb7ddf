/** The object that an event is about (docs/reference/webhooks.md#events). */
export interface EventSubject {
  /** Without it the event is about a poll, or an object of a poll. */
  readonly about?: "webhook";
  /** When the service sends it, as a sentence for clients. */
  readonly meaning: string;
  /** The key of the object's id; absent where the object is the poll. */
  readonly key?: "option_id" | "voter_id" | "payment_id" | "webhook_id";
  /** The key of the ids of all objects that one event is about. */
  readonly list?: "vote_ids";
  /** The path below the poll's address that shows the object; absent for a deleted one. */
  readonly path?: (id: string) => string;
}

const optionPath = (id: string) => `/options/${id}`;
const participantPath = (id: string) => `/voters/${id}`;

/** Every event. A new one of polls is a row here and a `noteEvent`. */
export const webhookEvents = {
  "poll.updated": {
    meaning: "A request changed, closed or opened a poll.",
    path: () => "",
  },
  "poll.opened": {
    meaning: "A poll begins to take votes: its start has come, or it is opened again.",
    path: () => "",
  },
  "poll.closed": {
    meaning: "A poll takes no more votes: its deadline has passed, or an admin closed it.",
    path: () => "",
  },
  "poll.deleted": { meaning: "A poll is deleted." },
  "option.created": {
    meaning: "An option is submitted; a group of files is one option.",
    key: "option_id",
    path: optionPath,
  },
  "option.updated": {
    meaning: "An option is changed.",
    key: "option_id",
    path: optionPath,
  },
  "option.deleted": {
    meaning: "An option is deleted with everything under it.",
    key: "option_id",
  },
  "participant.created": {
    meaning: "A participant is created; with a double opt-in the address is not confirmed yet.",
    key: "voter_id",
    path: participantPath,
  },
  "participant.confirmed": {
    meaning: "A participant confirmed the address, and the held votes are cast.",
    key: "voter_id",
    path: participantPath,
  },
  "payment.paid": {
    meaning: "A payment is paid and counts.",
    key: "payment_id",
    path: () => "/payments",
  },
  "payment.refunded": {
    meaning: "Money of a payment went back, all or some of it.",
    key: "payment_id",
    path: () => "/payments",
  },
  "vote.cast": {
    meaning: "Votes were cast; those of a second share one event.",
    list: "vote_ids",
    path: () => "/votes",
  },
  "results.changed": {
    meaning: "Votes changed, or what they are counted by; several changes share one event.",
    path: () => "/results",
  },
  "webhook.test": {
    about: "webhook",
    meaning: "The owner of a webhook asks for a test.",
    key: "webhook_id",
  },
} as const satisfies Readonly<Record<string, EventSubject>>;

export type WebhookEventType = keyof typeof webhookEvents;

/** The types that a webhook is subscribed to; others come to one webhook because its owner asks. */
export type PollEventType = {
  [Type in WebhookEventType]: (typeof webhookEvents)[Type] extends { readonly about: "webhook" }
    ? never
    : Type;
}[WebhookEventType];

/** What an event of the type is about. */
export const eventSubjectOf = (type: WebhookEventType): EventSubject => webhookEvents[type];

export const webhookEventTypes = Object.keys(webhookEvents) as readonly WebhookEventType[];

export const pollEventTypes = webhookEventTypes.filter(
  (type): type is PollEventType => eventSubjectOf(type).about === undefined,
);

/** An event as it is stored until it is delivered. */
export interface WebhookEvent {
  readonly publicId: string;
  readonly type: WebhookEventType;
  /** The poll's `member_hash` at the time of the event; null where it is about no poll. */
  readonly pollHash: string | null;
  readonly subjectId: string | undefined;
  /** Of an event about several objects; else empty. */
  readonly subjectIds: readonly string[];
  readonly createdAt: Date;
}

/**
 * The body of an event, the same for every attempt. It names the object that changed and none of its
 * values: the client fetches what its token may see.
 *
 * @param origin the public address of the service, without a slash at its end
 */
export function webhookBody(event: WebhookEvent, origin: string): string {
  const { key, list, path } = eventSubjectOf(event.type);
  const id = event.subjectId ?? "";
  const poll = `${origin}/api/v1/polls/${event.pollHash}`;
  return JSON.stringify({
    id: event.publicId,
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    data: {
      ...(event.pollHash === null ? {} : { poll_id: event.pollHash }),
      ...(key === undefined ? {} : { [key]: id }),
      ...(list === undefined ? {} : { [list]: event.subjectIds }),
      ...(path === undefined ? {} : { url: `${poll}${path(id)}` }),
    },
  });
}
