import { PER_PAGE_MAX } from "../../http/replies/pagination";
import { encodedNameOf, type TextHeader } from "../../http/request/text-headers";

const text = { type: "string" } as const;

const header = (name: string, description: string, schema: object = text) => ({
  name,
  in: "header",
  required: false,
  description,
  schema,
});

const encodedHeader = (name: TextHeader) =>
  header(
    encodedNameOf(name),
    `The same as ${name}, percent-encoded in UTF-8: for clients that cannot send the bytes.`,
  );

/** Parameters that many endpoints share; operations refer to them. */
export const sharedParameters = {
  OrganizationId: {
    name: "organization_id",
    in: "query",
    required: false,
    description:
      "Public id of an organization the user belongs to: the request runs in its context. Private tokens only.",
    schema: text,
  },
  UserIdentifier: header(
    "X-SERVICE-USER-IDENTIFIER",
    "With a public token: names the user on whose behalf the request is made. Must not be guessable, and stays secret.",
    { type: "string", maxLength: 255 },
  ),
  UserIdentifierEncoded: encodedHeader("X-SERVICE-USER-IDENTIFIER"),
  PollPassword: header("X-SERVICE-POLL-PASSWORD", "The password of a protected poll."),
  PollPasswordEncoded: encodedHeader("X-SERVICE-POLL-PASSWORD"),
  IdempotencyKey: header(
    "Idempotency-Key",
    "The same key with the same request within 24 hours replays the first answer instead of doing the work again.",
    { type: "string", minLength: 1, maxLength: 255 },
  ),
} as const;

/** Descriptions of path parameters. */
export const pathParameters: Readonly<Record<string, string>> = {
  poll_id: "The poll's member_hash or admin_hash",
  poll_hash: "The poll's admin_hash or member_hash",
  id: "The public id",
  kind: "private or public",
};

/** Bounds of numeric query parameters. */
export const queryNumbers: Readonly<Record<string, object>> = {
  page: { type: "integer", minimum: 1, default: 1 },
  per_page: { type: "integer", minimum: 1, maximum: PER_PAGE_MAX },
};

const integer = { type: "integer", minimum: 0 } as const;

export const sharedHeaders = {
  RequestId: { description: "The id of the request in the service's logs", schema: text },
  RateLimitLimit: { description: "Requests allowed in the window", schema: integer },
  RateLimitRemaining: { description: "Requests left in the window", schema: integer },
  RateLimitReset: { description: "Seconds until requests are free again", schema: integer },
  RateLimitPolicy: { description: "The budget and its window in seconds", schema: text },
  Allow: { description: "The methods of the path", schema: text },
  RetryAfter: { description: "Seconds to wait", schema: integer },
  TotalCount: { description: "Entries of all pages", schema: integer },
  TotalPages: { description: "Number of pages", schema: integer },
  Link: { description: "First, previous, next and last page (RFC 8288)", schema: text },
  IdempotencyReplayed: {
    description: "The answer is the kept one of an earlier request",
    schema: { type: "string", const: "true" },
  },
} as const;

const refer = (name: keyof typeof sharedHeaders) => ({ $ref: `#/components/headers/${name}` });

export const everyHeader = {
  "X-Request-Id": refer("RequestId"),
  "RateLimit-Limit": refer("RateLimitLimit"),
  "RateLimit-Remaining": refer("RateLimitRemaining"),
  "RateLimit-Reset": refer("RateLimitReset"),
  "RateLimit-Policy": refer("RateLimitPolicy"),
};
export const listHeaders = {
  "X-Total-Count": refer("TotalCount"),
  "X-Total-Pages": refer("TotalPages"),
  Link: refer("Link"),
};
export const allowHeaders = { Allow: refer("Allow") };
export const waitHeaders = { "Retry-After": refer("RetryAfter") };
export const replayHeaders = { "Idempotency-Replayed": refer("IdempotencyReplayed") };
