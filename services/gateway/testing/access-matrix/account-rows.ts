import { randomUUID } from "node:crypto";
import type { RequestOptions } from "@polls/testing";
import type { MatrixCaller } from "./callers";
import { created, type Expected, gone, invalid, invalidFields, notFound, ok } from "./row";

/** The objects of one caller outside of polls. */
export interface AccountFixture {
  readonly organization: string;
  /** A member of the organization that no other caller changes. */
  readonly member: string;
  /** An account that is not a member. */
  readonly stranger: string;
  /** A webhook of the organization, and one delivery of it. */
  readonly webhook: string;
  readonly delivery: string;
  /** A named token of the organization's owner. */
  readonly token: string;
  /** A passkey of the organization's owner. */
  readonly passkey: string;
}

/**
 * The expected response of one endpoint outside of polls, for every caller with a private token.
 */
export interface AccountRow {
  readonly endpoint: string;
  readonly request?: (fixture: AccountFixture) => RequestOptions;
  readonly expected: (caller: MatrixCaller) => Expected;
  /** The endpoint needs no token. All callers get the same response. */
  readonly open?: boolean;
}

/** The request line of a row, with the ids of the fixture. */
export const lineOf = ({ endpoint }: AccountRow, fixture: AccountFixture): string =>
  endpoint
    .replace("organizations/:id", `organizations/${fixture.organization}`)
    .replace(":account_id", fixture.member)
    .replace("webhooks/:id", `webhooks/${fixture.webhook}`)
    .replace(":delivery_id", fixture.delivery)
    .replace("tokens/:id", `tokens/${fixture.token}`)
    .replace("passkeys/:id", `passkeys/${fixture.passkey}`)
    // There is no such kind, because later rows need the token that a rotation would replace.
    .replace(":kind", "other");

/** Names of the objects that the rows create. They are deleted by these names. */
export const createdNames = {
  poll: "When do we row",
  organization: "Rowing club",
  webhook: "https://rowing.example/polls",
} as const;

const members = "/api/v1/organizations/:id/members";
const account = [
  ...["id", "email", "name", "can_delete_participations", "can_take_payments"],
  ...["created_at", "tokens"],
];
const organization = ["id", "name", "role", "created_at"];
const member = ["account_id", "name", "email", "role", "created_at"];

const webhook = ["id", "url", "events", "status", "created_at"];
const delivery = ["id", "event", "status", "attempts", "next_attempt_at", "created_at"];

const passkey = ["id", "name", "host", "last_used_at=null", "created_at"];

const namedToken = [
  ...["id", "name", "kind", "scope", "last_four"],
  ...["expires_at=null", "last_used_at=null", "created_at"],
];

const connectedAccount = [
  ...["state", "country=null", "charges_enabled", "payouts_enabled", "refusal=null"],
  ...["fee_percent", "created_at", "updated_at"],
];

/**
 * The named token, the passkey and the connected account belong to the account that owns the organization, in
 * every context. For other accounts they do not exist.
 */
const ofChief =
  (allowed: Expected, refused: Expected = notFound) =>
  ({ name }: MatrixCaller): Expected =>
    name.startsWith("organization's owner") ? allowed : refused;

/**
 * Only owners and admins may change the members of an organization. For others it does not exist
 * (docs/reference/organizations.md#members).
 */
const byRole =
  (allowed: Expected) =>
  ({ role }: MatrixCaller): Expected =>
    ({ owner: allowed, admin: allowed, member: invalid, none: notFound })[role];

/**
 * Webhooks of an organization belong to its owners and admins, in its context. For others they do
 * not exist.
 */
const inContext =
  (allowed: Expected, refused: Expected = notFound) =>
  ({ role, credentials }: MatrixCaller): Expected =>
    credentials.organization !== undefined && (role === "owner" || role === "admin")
      ? allowed
      : refused;

/**
 * The polls that a caller lists in its context, and their fields (docs/reference/polls.md#fields).
 */
function polls(caller: MatrixCaller): Expected {
  const none = { list: {} };
  const listsSome =
    caller.visits === "organization_poll"
      ? caller.credentials.organization !== undefined
      : caller.ownsPoll;
  if (!listsSome) return ok(none);
  const admin = caller.level === "admin" ? ["admin_url", "configuration_hints"] : [];
  const owner = caller.ownsPoll ? ["admin_hash", "waiting_count"] : [];
  return ok({ list: { "unnamed 0": [...pollFields, ...admin, ...owner] } });
}

const pollFields = [
  ...["public_url", "member_hash", "title", "type", "status", "description", "options_count"],
  ...["voters_count", "created_at", "updated_at", "url", "settings"],
  ...["voter_required_fields", "option_required_fields"],
];

/**
 * The endpoints outside of polls, and the one that creates a poll. Most require a private token
 * (docs/reference/access.md#actors).
 */
export const accountRows: readonly AccountRow[] = [
  {
    endpoint: "GET /api/v1/polls",
    request: () => ({ query: { per_page: 1 } }),
    expected: polls,
  },
  {
    endpoint: "POST /api/v1/polls",
    request: () => ({ body: { poll: { title: createdNames.poll, description: "Soon" } } }),
    // Members of an organization may create polls in it, and are admins of those polls only.
    expected: ({ role, visits, credentials }) =>
      created([
        ...pollFields,
        ...["admin_url", "configuration_hints"],
        ...(visits === "organization_poll" &&
        credentials.organization !== undefined &&
        role === "member"
          ? []
          : ["admin_hash", "waiting_count"]),
      ]),
  },
  { endpoint: "GET /api/v1/account", expected: () => ok(account) },
  {
    endpoint: "PATCH /api/v1/account",
    // Another name each time, so that the request changes something.
    request: () => ({ body: { account: { name: randomUUID() } } }),
    expected: () => ok(account),
  },
  { endpoint: "POST /api/v1/account/tokens/:kind/rotate", expected: () => notFound },
  {
    endpoint: "GET /api/v1/account/tokens",
    expected: ofChief(ok({ list: { token: namedToken } }), ok({ list: {} })),
  },
  {
    endpoint: "PATCH /api/v1/account/tokens/:id",
    request: () => ({ body: { token: { name: "Nightly" } } }),
    expected: ofChief(ok(namedToken)),
  },
  { endpoint: "DELETE /api/v1/account/tokens/:id", expected: ofChief(gone) },
  {
    endpoint: "POST /api/v1/account/tokens",
    request: () => ({ body: { token: { name: "App", kind: "public", scope: "vote" } } }),
    expected: () => created([...namedToken, "token"]),
  },
  { endpoint: "GET /api/v1/account/sessions", expected: () => ok({ list: {} }) },
  { endpoint: "DELETE /api/v1/account/sessions/:id", expected: () => notFound },
  {
    endpoint: "GET /api/v1/account/passkeys",
    expected: ofChief(ok({ list: { passkey } }), ok({ list: {} })),
  },
  {
    endpoint: "PATCH /api/v1/account/passkeys/:id",
    request: () => ({ body: { passkey: { name: "Work phone" } } }),
    expected: ofChief(ok(passkey)),
  },
  { endpoint: "DELETE /api/v1/account/passkeys/:id", expected: ofChief(gone) },
  { endpoint: "GET /api/v1/account/connected_account", expected: ofChief(ok(connectedAccount)) },
  { endpoint: "DELETE /api/v1/account/connected_account", expected: ofChief(gone) },
  {
    endpoint: "POST /api/v1/account/connected_account",
    request: () => ({ body: {} }),
    expected: () => ({ status: 202, shape: [...connectedAccount, "url"] }),
  },
  {
    endpoint: "GET /api/v1/polls/:calendar_secret/calendar.ics",
    open: true,
    expected: () => notFound,
  },
  {
    endpoint: "POST /api/v1/account/sign_in",
    open: true,
    request: () => ({ body: { email: "nobody" } }),
    expected: () => invalidFields,
  },
  {
    endpoint: "GET /api/v1/organizations",
    expected: ({ role }) => ok({ list: role === "none" ? {} : { organization } }),
  },
  {
    endpoint: `GET ${members}`,
    request: () => ({ query: { per_page: 1 } }),
    expected: ({ role }) => (role === "none" ? notFound : ok({ list: { "unnamed 0": member } })),
  },
  {
    endpoint: `POST ${members}`,
    request: ({ stranger }) => ({ body: { member: { account_id: stranger } } }),
    expected: byRole(created(member)),
  },
  {
    endpoint: `PATCH ${members}/:account_id`,
    request: () => ({ body: { member: { role: "admin" } } }),
    expected: byRole(ok(member)),
  },
  { endpoint: `DELETE ${members}/:account_id`, expected: byRole(gone) },
  {
    endpoint: "GET /api/v1/webhooks",
    expected: inContext(ok({ list: { webhook } }), ok({ list: {} })),
  },
  {
    endpoint: "POST /api/v1/webhooks",
    request: () => ({ body: { webhook: { url: createdNames.webhook } } }),
    expected: ({ role, credentials }) =>
      credentials.organization !== undefined && role === "member"
        ? invalid
        : created([...webhook, "secret"]),
  },
  { endpoint: "GET /api/v1/webhooks/:id", expected: inContext(ok(webhook)) },
  {
    endpoint: "GET /api/v1/webhooks/:id/deliveries",
    expected: inContext(ok({ list: { delivery } })),
  },
  {
    endpoint: "POST /api/v1/webhooks/:id/deliveries/:delivery_id/redeliver",
    expected: inContext({ status: 202, shape: delivery }),
  },
  {
    endpoint: "POST /api/v1/webhooks/:id/test",
    expected: inContext({ status: 202, shape: delivery }),
  },
  {
    endpoint: "PATCH /api/v1/webhooks/:id",
    request: () => ({ body: { webhook: { events: ["poll.deleted"] } } }),
    expected: inContext(ok(webhook)),
  },
  {
    endpoint: "POST /api/v1/webhooks/:id/secret",
    expected: inContext(created([...webhook, "secret", "previous_secret_until"])),
  },
  { endpoint: "DELETE /api/v1/webhooks/:id", expected: inContext(gone) },
  {
    endpoint: "POST /api/v1/organizations",
    request: () => ({ body: { organization: { name: createdNames.organization } } }),
    expected: () => created(organization),
  },
];
