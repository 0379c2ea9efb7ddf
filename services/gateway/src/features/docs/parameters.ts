import { z } from "zod";
import { field } from "../../http/replies/schema-parts";
import { encodedNameOf, type TextHeader } from "../../http/request/text-headers";
import { tokenKinds } from "../../identity/token";

const text = { type: "string" } as const;

const header = (name: string, description: string, example: string, schema: object = text) => ({
  name,
  in: "header",
  required: false,
  description,
  schema,
  example,
});

const encodedHeader = (name: TextHeader, example: string) =>
  header(
    encodedNameOf(name),
    `The same value as ${name}, percent-encoded in UTF-8, for clients that cannot send the bytes.`,
    example,
  );

/** Parameters that many endpoints share. Operations refer to them. */
export const sharedParameters = {
  OrganizationId: {
    name: "organization_id",
    in: "query",
    required: false,
    description:
      "The `id` of an organization of the account. The request runs in the context of this organization. Only with private tokens.",
    schema: text,
  },
  UserIdentifier: header(
    "X-SERVICE-USER-IDENTIFIER",
    "With a public token: the user for whom the request is made, and who owns the created participants and options. It must be hard to guess and kept secret. Ignored with a private token.",
    "3f0f6c8e-2a1b-4c0d-9e57-8d1f5b7a2c44",
    { type: "string", maxLength: 255 },
  ),
  UserIdentifierEncoded: encodedHeader("X-SERVICE-USER-IDENTIFIER", "J%C3%BCrgen-3f0f6c8e"),
  PollPasswordEncoded: encodedHeader("X-SERVICE-POLL-PASSWORD", "Sesam%20%C3%B6ffne%20dich"),
  PollPassword: header(
    "X-SERVICE-POLL-PASSWORD",
    "The password of a protected poll.",
    "open sesame",
  ),
  IfNoneMatch: header(
    "If-None-Match",
    "The `ETag` of a response that the client has. If it still equals the current response, the status is 304 without a body.",
    'W/"3qVbx2Qd0mZJXv1n8yK4Aw"',
  ),
  IdempotencyKey: header(
    "Idempotency-Key",
    "A new value for each new request. The same key with the same request within 24 hours replays the first response. The request is not carried out again.",
    "9b2e6f1c-vote-1",
    { type: "string", minLength: 1, maxLength: 255 },
  ),
} as const;

/** The noun for an id in a path, by the segment before it. */
const nouns: Readonly<Record<string, string>> = {
  voters: "participant",
  options: "option",
  votes: "vote",
  comments: "comment",
  invitations: "invitation",
  payments: "payment",
  webhooks: "webhook",
  deliveries: "delivery",
  organizations: "organization",
  tokens: "token",
  sessions: "session",
  passkeys: "passkey",
};

const special: Readonly<Record<string, z.ZodType>> = {
  calendar_secret: field.text("The secret of the calendar, from `calendar_url` of the poll."),
  poll_id: field.text("The `member_hash` of the poll, or its `admin_hash` for admin access."),
  poll_hash: field.text("The `admin_hash` of the poll, or its `member_hash`."),
  kind: z.enum(tokenKinds).describe("The kind of token to replace."),
  account_id: field.text("The `id` of the account that is a member."),
};

/** The schema of a path parameter, with a description. Throws if it has no description. */
export function pathParameter(path: string, name: string): z.ZodType {
  const segments = path.split("/");
  const noun = nouns[segments[segments.indexOf(`:${name}`) - 1] ?? ""];
  const schema =
    special[name] ?? (noun === undefined ? undefined : field.text(`The \`id\` of the ${noun}.`));
  if (schema === undefined) throw new Error(`The parameter ${name} of ${path} has no description`);
  return schema;
}

const integer = { type: "integer", minimum: 0 } as const;

const described = (description: string, schema: object = text) => ({ description, schema });

export const sharedHeaders = {
  RequestId: described("The id of the request in the log of the service."),
  RateLimitLimit: described("The number of requests that the window allows.", integer),
  RateLimitRemaining: described("The number of requests that are left in the window.", integer),
  RateLimitReset: described("The number of seconds until requests are allowed again.", integer),
  RateLimitPolicy: described("The limit, and its window in seconds."),
  RetryAfter: described("The number of seconds to wait.", integer),
  Authenticate: {
    description: "The scheme of tokens.",
    schema: { type: "string", const: "Bearer" },
  },
  Allow: described("The methods of the path."),
  TotalCount: described("The number of entries on all pages.", integer),
  TotalPages: described("The number of pages.", integer),
  Link: described("The URLs of the first, previous, next and last page (RFC 8288)."),
  ETag: described(
    "The weak ETag of the response, for `If-None-Match`. Equal responses have equal ETags.",
  ),
  IdempotencyReplayed: {
    description: "The response is the stored one of an earlier request.",
    schema: { type: "string", const: "true" },
  },
};

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
export const challengeHeaders = { "WWW-Authenticate": refer("Authenticate") };
export const methodHeaders = { Allow: refer("Allow") };
export const waitHeaders = { "Retry-After": refer("RetryAfter") };
export const tagHeaders = { ETag: refer("ETag") };
export const replayHeaders = { "Idempotency-Replayed": refer("IdempotencyReplayed") };
