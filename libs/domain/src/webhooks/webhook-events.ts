import type { PersonalSubject } from "../participants/anonymity";

/** The keys of ids that are null in anonymous polls, because the time of the event would tell who it was. */
const personalKeys = ["voter_id", "comment_id"] as const;
type PersonalKey = (typeof personalKeys)[number];

/** The object that an event is about (docs/reference/webhooks.md#events). */
export interface EventSubject {
  /** Absent when the event is about a poll or an object of a poll. */
  readonly about?: "webhook";
  /** When the service sends it, as a sentence for clients. */
  readonly meaning: string;
  /** The key of the object's id. Absent when the object is the poll. */
  readonly key?: PersonalKey | "option_id" | "payment_id" | "webhook_id";
  /** The key of the list of ids, when one event is about several objects. */
  readonly list?: "vote_ids";
  /** The key of the object that the changed object belongs to. It is the first listed id. */
  readonly of?: "option_id";
  /** The path of the object below the poll's address. Absent for deleted objects. */
  readonly path?: (id: string, of: string) => string;
}

const poll = { path: () => "" } as const;
const option = { key: "option_id", path: (id: string) => `/options/${id}` } as const;
/** Without an id, the path is that of the list. */
const participant = {
  key: "voter_id",
  path: (id: string) => (id === "" ? "/voters" : `/voters/${id}`),
} as const;
const payment = { key: "payment_id", path: () => "/payments" } as const;

/** Every event. To add an event of polls, add a row here and call `noteEvent`. */
export const webhookEvents = {
  "poll.updated": { meaning: "A request changed, closed or opened a poll.", ...poll },
  "poll.opened": {
    meaning: "A poll opens: its start has passed, or an admin opened it again.",
    ...poll,
  },
  "poll.closed": {
    meaning: "A poll closes: its deadline has passed, or an admin closed it.",
    ...poll,
  },
  "poll.deleted": { meaning: "A poll is deleted." },
  "option.created": {
    meaning: "An option is submitted. A group of files is one option.",
    ...option,
  },
  "option.updated": { meaning: "An option is changed.", ...option },
  "option.deleted": {
    meaning: "An option is deleted with all options below it.",
    key: "option_id",
  },
  "participant.created": {
    meaning: "A participant is created. With a double opt-in, the address is not confirmed yet.",
    ...participant,
  },
  "participant.confirmed": {
    meaning: "A participant confirmed the address, and the held votes are cast.",
    ...participant,
  },
  "participant.moved_up": {
    meaning: "A participant who waited for a place has one now, and can vote.",
    ...participant,
  },
  "comment.created": {
    meaning:
      "A participant comments on an option. With `require_approval`, it may not be approved yet.",
    key: "comment_id",
    of: "option_id",
    /** Without an id, the path is that of the list. */
    path: (id: string, of: string) => `/options/${of}/comments${id === "" ? "" : `/${id}`}`,
  },
  "payment.paid": { meaning: "A payment is paid and counts.", ...payment },
  "payment.refunded": { meaning: "All or part of a payment is refunded.", ...payment },
  "vote.cast": {
    meaning: "Votes were cast. Votes of the same second share one event.",
    list: "vote_ids",
    path: () => "/votes",
  },
  "results.changed": {
    meaning:
      "Votes, or the settings by which they are counted, changed. Several changes share one event.",
    path: () => "/results",
  },
  "webhook.test": {
    about: "webhook",
    meaning: "The owner of a webhook requests a test.",
    key: "webhook_id",
  },
} as const satisfies Readonly<Record<string, EventSubject>>;

export type WebhookEventType = keyof typeof webhookEvents;

/** The types that webhooks can subscribe to. Other events go to one webhook at its owner's request. */
export type PollEventType = {
  [Type in WebhookEventType]: (typeof webhookEvents)[Type] extends { readonly about: "webhook" }
    ? never
    : Type;
}[WebhookEventType];

type Rows = typeof webhookEvents;

/** The subject of an event of the type: the public id of its object. Of events about the poll there is none. */
export type SubjectOf<Type extends PollEventType> = Rows[Type] extends { readonly key: infer Key }
  ? Key extends PersonalKey
    ? PersonalSubject
    : string
  : undefined;

/** The ids that events of the type list, of several objects or of the object above. */
export type ListedBy<Type extends PollEventType> = Rows[Type] extends
  | { readonly list: string }
  | { readonly of: string }
  ? { readonly listed: readonly string[] }
  : { readonly listed?: never };

/** Whether the id under the key is null in anonymous polls. */
export const isPersonalKey = (key: string): boolean =>
  personalKeys.some((personal) => personal === key);

/** The object of events of the type. */
export const eventSubjectOf = (type: WebhookEventType): EventSubject => webhookEvents[type];

export const webhookEventTypes = Object.keys(webhookEvents) as readonly WebhookEventType[];

export const pollEventTypes = webhookEventTypes.filter(
  (type): type is PollEventType => eventSubjectOf(type).about === undefined,
);

/** An event as it is stored until it is delivered. */
export interface WebhookEvent {
  readonly publicId: string;
  readonly type: WebhookEventType;
  /** The poll's `member_hash` at the time of the event. Null when the event is not about a poll. */
  readonly pollHash: string | null;
  readonly subjectId: string | undefined;
  /** The ids for an event about several objects, or of the object above. Otherwise empty. */
  readonly subjectIds: readonly string[];
  readonly createdAt: Date;
}

/**
 * The body of an event, the same for every attempt. It identifies the changed object and contains no values: the client
 * fetches what its token may see. `origin`: the public address, without a trailing slash.
 */
export function webhookBody(event: WebhookEvent, origin: string): string {
  const { key, list, of, path } = eventSubjectOf(event.type);
  const id = event.subjectId ?? "";
  const parentId = event.subjectIds[0] ?? "";
  const poll = `${origin}/api/v1/polls/${event.pollHash}`;
  return JSON.stringify({
    id: event.publicId,
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    data: {
      ...(event.pollHash === null ? {} : { poll_id: event.pollHash }),
      ...(key === undefined ? {} : { [key]: event.subjectId ?? null }),
      ...(of === undefined ? {} : { [of]: parentId }),
      ...(list === undefined ? {} : { [list]: event.subjectIds }),
      ...(path === undefined ? {} : { url: `${poll}${path(id, parentId)}` }),
    },
  });
}
