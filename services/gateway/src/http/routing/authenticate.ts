import { createHmac } from "node:crypto";
import { findRole, noteTokenUse, readApiTokens, readSessionAccounts } from "@polls/db/accounts";
import type { Db } from "@polls/db/connection";
import { batchQueries } from "@polls/db/sql";
import type { Actor, OwnerKey } from "@polls/domain/access";
import { Blocked, Unauthenticated } from "@polls/domain/refusals";
import type { DerivedKeys } from "../../derived-keys";
import {
  isPageElsewhere,
  isPageToken,
  openPageToken,
  type PageGrant,
} from "../../identity/page-token";
import {
  includesScope,
  isWellFormed,
  type TokenKind,
  type TokenScope,
  tokenDigest,
} from "../../identity/token";
import type { LoadStoredKeys } from "../../stored-keys";
import { badRequest } from "../replies/problem";

const IDENTIFIER_MAX_BYTES = 255;
/** After this time at the latest, all processes refuse a rotated token. */
const TOKEN_CACHE_MS = 1_000;
const TOKEN_CACHE_MAX = 10_000;
const TOKENS_OF_QUERY = 500;

export interface Credentials {
  readonly authorization: string | undefined;
  /** The digest of a token (`digestOfBearer`), in place of `authorization`. */
  readonly tokenDigest?: string | undefined;
  readonly userIdentifier?: string | undefined;
  readonly organizationId?: string | undefined;
}

/** Whether the request is from a page under another address than `BASE_URL`. */
export const isFromElsewhere = ({ authorization }: Credentials): boolean =>
  isPageElsewhere(givenBearer(authorization) ?? "");

const givenBearer = (authorization = ""): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization)?.[1];

const bearerOf = (authorization: string | undefined): string | undefined => {
  const bearer = givenBearer(authorization);
  return bearer !== undefined && (isWellFormed(bearer) || isPageToken(bearer)) ? bearer : undefined;
};

/** The session of the page token in a request. Undefined for other tokens. */
export function pageSessionOf(
  { authorization }: Credentials,
  keys: Pick<DerivedKeys, "pageTokens">,
  now: Date,
): bigint | undefined {
  const bearer = bearerOf(authorization);
  if (bearer === undefined || !isPageToken(bearer)) return undefined;
  const grant = openPageToken(keys, bearer, now);
  return grant?.kind === "account" ? grant.sessionId : undefined;
}

const DIGEST_PREFIX = "sha256-";

/**
 * The digest of a request's token. It authenticates like the token, but the token cannot be
 * recovered from it. The token of a page is returned itself: it is sealed and expires soon.
 */
export function digestOfBearer(authorization: string | undefined): string | undefined {
  const bearer = bearerOf(authorization);
  if (bearer !== undefined && isPageToken(bearer)) return bearer;
  return bearer && DIGEST_PREFIX + tokenDigest(bearer).toString("base64url");
}

/** `given` is the token or its digest, which has a prefix that no token has. */
const storedDigest = (given: string): Buffer<ArrayBuffer> =>
  given.startsWith(DIGEST_PREFIX)
    ? Buffer.from(given.slice(DIGEST_PREFIX.length), "base64url")
    : tokenDigest(given);

/** The prefix of cache keys of sessions. No token has it. */
const SESSION_KEY = "session ";
const sessionIdIn = (key: string): bigint => BigInt(key.slice(SESSION_KEY.length));

type VisitorGrant = Extract<PageGrant, { readonly kind: "visitor" }>;

/** What each 401 of the caller says (docs/reference/access.md#tokens). */
const unauthorized = {
  noToken: "A token is required: Authorization: Bearer <token>",
  badToken: "The token is unknown or has expired",
  publicToken: "A private token is required",
  organization: "The account does not belong to this organization",
} as const;

function refuse(reason: keyof typeof unauthorized): never {
  throw new Unauthenticated(unauthorized[reason]);
}

/** The 401 for a token whose scope does not include the request. */
export const scopeMissing = (scope: TokenScope): Unauthenticated =>
  new Unauthenticated(`The token has no scope "${scope}"`, "insufficient_scope");

type AnonymousActor = Extract<
  Actor,
  { readonly kind: "anonymous_user" } | { readonly kind: "anonymous_reader" }
>;

interface Token {
  readonly accountId: bigint;
  readonly kind: TokenKind;
  readonly scope: TokenScope;
  /** For the token of a page: when its browser signed in. */
  readonly signedInAt?: Date;
}

export interface Authenticator {
  /**
   * Returns the actor of a request (docs/reference/access.md#actors). Throws 401 without a valid
   * token, and for a token of the wrong kind, without the scope, or without access to the
   * organization. Throws 403 for a blocked account, and 400 for an invalid identifier.
   */
  readonly authenticate: (
    credentials: Credentials,
    scope: TokenScope,
    kind?: "any" | "private",
  ) => Promise<Actor>;
  /** An anonymous reader without an identifier. */
  readonly anonymousActor: (
    accountId: bigint,
    identifier: string | undefined,
  ) => Promise<AnonymousActor>;
  /** Clears the cache after a token was rotated. */
  readonly forget: () => void;
}

export function createAuthenticator(
  db: Db,
  storedKeys: LoadStoredKeys,
  facts: {
    readonly keys: Pick<DerivedKeys, "pageTokens">;
    readonly now: () => Date;
    readonly blocked: () => ReadonlySet<bigint>;
    /** The owner for whom a visitor acts in a poll (docs/reference/participants.md#personal-link). */
    readonly linkedOwner: (pollId: bigint, visitorKey: OwnerKey) => Promise<OwnerKey | undefined>;
  },
  clock: () => number = () => performance.now(),
): Authenticator {
  const cache = new Map<
    string,
    { readonly token: Promise<Token | undefined>; readonly readAt: number }
  >();

  /** Caches tokens, so that concurrent requests with the same token share one query. */
  function remember(
    key: string,
    read: (key: string) => Promise<Token | undefined>,
  ): Promise<Token | undefined> {
    const cached = cache.get(key);
    if (cached !== undefined && clock() - cached.readAt < TOKEN_CACHE_MS) return cached.token;
    if (cache.size >= TOKEN_CACHE_MAX) cache.clear();
    const token = read(key);
    const entry = { token, readAt: clock() };
    cache.set(key, entry);
    const forget = () => {
      if (cache.get(key) === entry) cache.delete(key);
    };
    token.then((found) => found ?? forget(), forget);
    return token;
  }

  /** Different tokens that arrive at the same time share one query. */
  const readToken = batchQueries<string, Token>(async (texts) => {
    const digests = texts.map(storedDigest);
    const found = await readApiTokens(db, digests);
    const unnoted = [...found.values()].flatMap(({ idToRecord }) => idToRecord ?? []);
    // If this fails, the next use of the token is noted instead.
    if (unnoted.length > 0) noteTokenUse(db, unnoted).catch(() => undefined);
    return new Map(
      texts.flatMap((text, index) => {
        const token = found.get(digests[index]?.toString("hex") ?? "");
        return token === undefined ? [] : [[text, token as Token] as const];
      }),
    );
  }, TOKENS_OF_QUERY);

  /** While the session lasts, pages of an account act like its private token. */
  const readSession = batchQueries<string, Token>(async (keys) => {
    const accounts = await readSessionAccounts(db, keys.map(sessionIdIn));
    return new Map(
      keys.flatMap((key) => {
        const session = accounts.get(sessionIdIn(key));
        if (session === undefined) return [];
        const { accountId, createdAt: signedInAt } = session;
        return [[key, { accountId, signedInAt, kind: "private", scope: "manage" }] as const];
      }),
    );
  }, TOKENS_OF_QUERY);

  async function anonymousActor(
    accountId: bigint,
    identifier: string | undefined,
  ): Promise<AnonymousActor> {
    if (identifier === undefined || identifier === "") {
      return { kind: "anonymous_reader", accountId };
    }
    if (Buffer.byteLength(identifier) > IDENTIFIER_MAX_BYTES) {
      throw badRequest(`X-SERVICE-USER-IDENTIFIER must have at most ${IDENTIFIER_MAX_BYTES} bytes`);
    }
    const account = String(accountId);
    const { userIdentifiers } = await storedKeys();
    const digest = createHmac("sha256", userIdentifiers)
      .update(`${account.length}:${account}:`)
      .update(identifier, "utf8")
      .digest("base64url");
    return { kind: "anonymous_user", accountId, ownerKey: `anonymous:${digest}` };
  }

  /** A revoked link ends the token, so that the page gets another one. */
  async function visitorActor(grant: VisitorGrant): Promise<Actor> {
    const { accountId, identifier, pollId: onlyPollId, linked, provenBy } = grant;
    const own = await anonymousActor(accountId, identifier);
    if (own.kind !== "anonymous_user") return own;
    const actor = { ...own, onlyPollId, ...(provenBy !== undefined && { provenBy }) };
    if (linked !== true) return actor;
    const ownerKey = await facts.linkedOwner(onlyPollId, actor.ownerKey);
    return { ...actor, ownerKey: ownerKey ?? refuse("badToken") };
  }

  return {
    anonymousActor,
    async authenticate(credentials, scope, kind = "any") {
      const { authorization, tokenDigest, userIdentifier, organizationId } = credentials;
      const given = tokenDigest ?? bearerOf(authorization);
      if (given === undefined) {
        refuse(/^Bearer +\S/i.test(authorization ?? "") ? "badToken" : "noToken");
      }
      const page = isPageToken(given)
        ? (openPageToken(facts.keys, given, facts.now()) ?? refuse("badToken"))
        : undefined;
      if (page?.kind === "visitor") {
        if (kind === "private") refuse("publicToken");
        if ((organizationId?.trim() ?? "") !== "") refuse("publicToken");
        return visitorActor(page);
      }
      const token = await (page === undefined
        ? remember(given, readToken)
        : remember(SESSION_KEY + page.sessionId, readSession));
      if (token === undefined) refuse("badToken");
      if (facts.blocked().has(token.accountId)) throw new Blocked("account_blocked");
      if (kind === "private" && token.kind !== "private") refuse("publicToken");
      if (!includesScope(token.scope, scope)) {
        throw scopeMissing(scope);
      }
      const organization = organizationId?.trim() ?? "";
      const scopeLimit = token.scope === "manage" ? {} : { limited: true as const };
      if (token.kind === "public") {
        if (organization !== "") refuse("publicToken");
        return { ...(await anonymousActor(token.accountId, userIdentifier)), ...scopeLimit };
      }
      const limits = {
        ...scopeLimit,
        ...(token.signedInAt && { signedInAt: token.signedInAt }),
      };
      if (organization === "") return { kind: "user", accountId: token.accountId, ...limits };
      const membership = await findRole(db, token.accountId, organization);
      if (membership === undefined) refuse("organization");
      return {
        kind: "organization_member",
        ...limits,
        accountId: token.accountId,
        organizationId: membership.organizationId,
        role: membership.role,
      };
    },
    forget: () => cache.clear(),
  };
}
