import { createHmac } from "node:crypto";
import {
  batchQueries,
  type Db,
  findRole,
  noteTokenUse,
  readApiTokens,
  readSessionAccounts,
} from "@polls/db";
import type { Actor } from "@polls/domain/access";
import { Unauthenticated } from "@polls/domain/refusals";
import type { DerivedKeys } from "../../derived-keys";
import {
  includesScope,
  isWellFormed,
  type TokenKind,
  type TokenScope,
  tokenDigest,
} from "../../features/accounts/token";
import {
  isPageToken,
  openPageToken,
  type PageGrant,
} from "../../features/page-sessions/page-token";
import type { LoadStoredKeys } from "../../stored-keys";
import { badRequest } from "../replies/problem";

const IDENTIFIER_MAX_BYTES = 255;
/** Other processes refuse a rotated token after this time at the latest. */
const TOKEN_CACHE_MS = 1_000;
const TOKEN_CACHE_MAX = 10_000;
const TOKENS_OF_QUERY = 500;

export interface Credentials {
  readonly authorization: string | undefined;
  /** In place of `authorization`: the digest of its token (`digestOfBearer`). */
  readonly tokenDigest?: string | undefined;
  readonly userIdentifier?: string | undefined;
  readonly organizationId?: string | undefined;
}

const bearerOf = (authorization: string | undefined): string | undefined => {
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  return bearer !== undefined && (isWellFormed(bearer) || isPageToken(bearer)) ? bearer : undefined;
};

const DIGEST_PREFIX = "sha256-";

/**
 * The digest of the token of a request, which authenticates like the token but is none. The token of a page has none: it
 * is sealed, and expires soon.
 */
export function digestOfBearer(authorization: string | undefined): string | undefined {
  const bearer = bearerOf(authorization);
  if (bearer !== undefined && isPageToken(bearer)) return bearer;
  return bearer && DIGEST_PREFIX + tokenDigest(bearer).toString("base64url");
}

/** The stored digest of a token, which is given itself or as its digest. No token has the prefix. */
const storedDigest = (given: string): Buffer<ArrayBuffer> =>
  given.startsWith(DIGEST_PREFIX)
    ? Buffer.from(given.slice(DIGEST_PREFIX.length), "base64url")
    : tokenDigest(given);

/** Begins the keys of sessions, as no token does. */
const SESSION_KEY = "session ";
const sessionIdIn = (key: string): bigint => BigInt(key.slice(SESSION_KEY.length));

type VisitorGrant = Extract<PageGrant, { readonly kind: "visitor" }>;

function refuse(): never {
  throw new Unauthenticated();
}

type AnonymousActor = Extract<
  Actor,
  { readonly kind: "anonymous_user" } | { readonly kind: "anonymous_reader" }
>;

interface Token {
  readonly accountId: bigint;
  readonly kind: TokenKind;
  readonly scope: TokenScope;
  /** Of the token of a page: when its browser signed in. */
  readonly signedInAt?: Date;
}

export interface Authenticator {
  /**
   * The actor of a request (docs/reference/access.md#actors). Throws 401 without a valid token, then for a token of
   * another kind, without the scope or without access to the organization; 400 for a bad identifier.
   */
  readonly authenticate: (
    credentials: Credentials,
    scope: TokenScope,
    kind?: "any" | "private",
  ) => Promise<Actor>;
  /** The anonymous user of an account with an identifier; without one an anonymous reader. */
  readonly anonymousActor: (
    accountId: bigint,
    identifier: string | undefined,
  ) => Promise<AnonymousActor>;
  /** Clears the cache, after a token was rotated. */
  readonly forget: () => void;
}

export function createAuthenticator(
  db: Db,
  storedKeys: LoadStoredKeys,
  pages: { readonly keys: Pick<DerivedKeys, "pageTokens">; readonly now: () => Date },
  clock: () => number = () => performance.now(),
): Authenticator {
  const cache = new Map<
    string,
    { readonly token: Promise<Token | undefined>; readonly readAt: number }
  >();

  /** Concurrent requests share one query. */
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

  /** Tokens that are presented at the same time share a query. */
  const readToken = batchQueries<string, Token>(async (texts) => {
    const digests = texts.map(storedDigest);
    const found = await readApiTokens(db, digests);
    const unnoted = [...found.values()].flatMap(({ unnotedId }) => unnotedId ?? []);
    // A use that cannot be noted now is noted with the next one.
    if (unnoted.length > 0) noteTokenUse(db, unnoted).catch(() => undefined);
    return new Map(
      texts.flatMap((text, index) => {
        const token = found.get(digests[index]?.toString("hex") ?? "");
        return token === undefined ? [] : [[text, token as Token] as const];
      }),
    );
  }, TOKENS_OF_QUERY);

  /** Pages of an account act as its private token does, while the session lasts. */
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

  async function visitorActor({ accountId, identifier, pollId }: VisitorGrant): Promise<Actor> {
    const actor = await anonymousActor(accountId, identifier);
    return actor.kind === "anonymous_user" ? { ...actor, onlyPollId: pollId } : actor;
  }

  return {
    anonymousActor,
    async authenticate(credentials, scope, kind = "any") {
      const { authorization, tokenDigest, userIdentifier, organizationId } = credentials;
      const given = tokenDigest ?? bearerOf(authorization);
      if (given === undefined) throw new Unauthenticated();
      const page = isPageToken(given)
        ? (openPageToken(pages.keys, given, pages.now()) ?? refuse())
        : undefined;
      if (page?.kind === "visitor") {
        if (kind === "private") throw new Unauthenticated();
        if ((organizationId?.trim() ?? "") !== "") throw new Unauthenticated();
        return visitorActor(page);
      }
      const token = await (page === undefined
        ? remember(given, readToken)
        : remember(SESSION_KEY + page.sessionId, readSession));
      if (token === undefined) throw new Unauthenticated();
      if (kind === "private" && token.kind !== "private") throw new Unauthenticated();
      if (!includesScope(token.scope, scope)) {
        throw new Unauthenticated(`The token has no scope "${scope}"`, "insufficient_scope");
      }
      const organization = organizationId?.trim() ?? "";
      if (token.kind === "public") {
        if (organization !== "") throw new Unauthenticated();
        return anonymousActor(token.accountId, userIdentifier);
      }
      const limits = {
        ...(token.scope === "manage" ? {} : { limited: true as const }),
        ...(token.signedInAt && { signedInAt: token.signedInAt }),
      };
      if (organization === "") return { kind: "user", accountId: token.accountId, ...limits };
      const membership = await findRole(db, token.accountId, organization);
      if (membership === undefined) throw new Unauthenticated();
      return {
        ...{ kind: "organization_member", ...limits },
        accountId: token.accountId,
        organizationId: membership.organizationId,
        role: membership.role,
      };
    },
    forget: () => cache.clear(),
  };
}
