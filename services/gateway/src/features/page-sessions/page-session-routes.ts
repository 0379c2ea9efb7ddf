import { linkVisitor, lockParticipantForDeletion } from "@polls/db/participants";
import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import { isPersonalToken, participantOfToken } from "@polls/db/tokens";
import type { OwnerKey } from "@polls/domain/access";
import { accountOfPoll, type Poll } from "@polls/domain/polls";
import { Blocked, NotFound, Unauthenticated } from "@polls/domain/refusals";
import type { Express, Request, RequestHandler } from "express";
import type { Config } from "../../config";
import type { Deps } from "../../deps";
import { limitByAddress } from "../../http/limits/rate-limit";
import type { Reply } from "../../http/replies/reply";
import { send } from "../../http/replies/send";
import { clientAddressOf } from "../../http/request/client-address";
import type { CookieDeps } from "../../http/request/cookies";
import { requireOwnPage } from "../../http/request/own-page";
import { seenRequest } from "../../http/request/own-url";
import { headerOf, queryOf } from "../../http/request/request-facts";
import { servePath } from "../../http/routing/allowed-methods";
import { depsForShard, forPage } from "../../http/routing/for-shard";
import { tellTakenDown } from "../../http/routing/taken-down";
import { newPageToken, PAGE_TOKEN_SECONDS, type PageGrant } from "../../identity/page-token";
import {
  type AccountSession,
  endSession,
  endSessions,
  findSession,
  type SessionDeps,
} from "./account-session";
import { admitVisit } from "./admit-visit";
import { frameSessionOf, newFrameSession } from "./frame-session";
import {
  dropCookie,
  keepCookie,
  newCookieId,
  newVisitorCookie,
  sessionCookie,
  visitorOf,
} from "./signed-cookie";

/** What finds the session of a request. */
type CurrentSession = SessionDeps & Pick<Deps, "clock" | "db">;
type SignOut = CookieDeps & Pick<Deps, "authenticator" | "log" | "signInProviders">;
type AnswerPage = (request: Request, deps: Deps) => Promise<Reply>;

/** Serves a request that pages send with their cookies. */
export function addPageRequest(app: Express, path: string, answer: AnswerPage, deps: Deps): void {
  const post: RequestHandler = async (request, response) => {
    response.removeHeader("Access-Control-Allow-Origin");
    requireOwnPage(request, deps);
    await send(request, response, await answer(request, forPage(request, deps)));
  };
  servePath(app, path, { post: [limitByAddress(deps), post] }, deps);
}

/** Requests of pages with their cookies (docs/reference/pages.md#page-tokens and #sign-out). */
export function addPageSessionRoutes(app: Express, deps: Deps): void {
  const serve = (path: string, answer: AnswerPage) => addPageRequest(app, path, answer, deps);
  const seen: RequestHandler = (request, response) =>
    void response.json(seenRequest(request, deps.config));
  servePath(app, "/session/seen", { get: [limitByAddress(deps), seen] }, deps);
  serve("/session/token", exchange);
  serve("/session/continue", continueHere);
  serve("/session/sign_out", signOut);
  serve("/session/sign_out_everywhere", signOutEverywhere);
}

/** With a poll, the token acts for its visitor, otherwise for the account. */
async function exchange(request: Request, deps: Deps): Promise<Reply> {
  const query = queryOf(request);
  const pollHash = query.get("poll");
  if (pollHash === null) return accountToken(request, deps);
  return visitorToken(request, { pollHash, framed: query.get("frame") === "true" }, deps);
}

async function visitorToken(
  request: Request,
  { pollHash, framed }: { readonly pollHash: string; readonly framed: boolean },
  home: Deps,
): Promise<Reply> {
  const deps = await depsForShard(home, home.shards.ofPoll(pollHash));
  const { config, db, clock } = deps;
  const { cookie, authorization } = request.headers;
  const known = visitorOf(cookie, deps);
  const visit = {
    pollHash,
    visitor: known?.id,
    cookie,
    frameSession: framed ? frameSessionOf(config.keys, authorization, clock()) : undefined,
    clientAddress: clientAddressOf(request, config.trustedProxies),
  };
  const admitted = await tellTakenDown(db, pollHash, () => admitVisit(db, visit, deps));
  const { poll, visitor: identifier = newCookieId(), isLinked, provenBy } = admitted;
  const kind = known?.kind ?? newVisitorCookie(framed, deps);
  // The identifier of a person is derived for each exchange, and kept in no cookie.
  const kept = provenBy === undefined ? identifier : (known?.id ?? newCookieId());
  const facts = { pollId: poll.id, identifier };
  const grant = {
    kind: "visitor",
    accountId: accountOfPoll(poll),
    ...facts,
    linked: isLinked,
    provenBy,
  } as const;
  return tokenReply(grant, deps, {
    headers: { "Set-Cookie": keepCookie(kind, kept, deps) },
    // Only a later request shows whether the browser stores the cookie, so the frame gets a session
    // too.
    ...(framed && known === undefined && { session: newFrameSession(config.keys, facts, clock()) }),
  });
}

/**
 * Lets the browser act for the owner of a participant, whose personal link it opened
 * (docs/reference/participants.md#personal-link). The token comes in a header, which no log contains.
 */
async function continueHere(request: Request, home: Deps): Promise<Reply> {
  const query = queryOf(request);
  const pollHash = query.get("poll") ?? "";
  const deps = await depsForShard(home, home.shards.ofPoll(pollHash));
  const { config, db } = deps;
  const { cookie } = request.headers;
  const known = visitorOf(cookie, deps);
  const visitor = known?.id ?? newCookieId();
  const clientAddress = clientAddressOf(request, config.trustedProxies);
  const admitted = await tellTakenDown(db, pollHash, () =>
    admitVisit(db, { pollHash, visitor, cookie, clientAddress }, deps),
  );
  const { poll, visitorKey, now } = admitted;
  if (visitorKey === undefined) throw new Error("a browser with an identifier has no owner key");
  const token = headerOf(request, "X-Personal-Link") ?? "";
  await inTransaction(db, (tx) => openPersonalLink(tx, poll, { token, visitorKey, now }, deps));
  const kind = known?.kind ?? newVisitorCookie(query.get("frame") === "true", deps);
  const headers = { "Set-Cookie": keepCookie(kind, visitor, deps) };
  return { status: 204, body: undefined, headers };
}

/** The session of a page. Undefined also for a blocked account: the page then leads to the sign-in, which says so. */
const knownSession = (
  request: Request,
  deps: CurrentSession,
): Promise<AccountSession | undefined> =>
  findSession(deps.db, request.headers.cookie, sessionDeps(deps)).catch((error: unknown) => {
    if (error instanceof Blocked) return undefined;
    throw error;
  });

async function accountToken(request: Request, deps: CurrentSession): Promise<Reply> {
  const session = await knownSession(request, deps);
  if (session === undefined) throw new Unauthenticated("This browser is not signed in");
  return tokenReply({ kind: "account", sessionId: session.id }, deps);
}

const tokenReply = (
  grant: PageGrant,
  { config, clock, ownUrl }: Pick<Deps, "clock" | "config" | "ownUrl">,
  { headers = {}, session }: { readonly headers?: Record<string, string>; session?: string } = {},
): Reply => ({
  status: 200,
  body: {
    token: newPageToken(config.keys, grant, {
      now: clock(),
      isElsewhere: ownUrl?.origin !== config.baseUrl.origin,
    }),
    expires_in: PAGE_TOKEN_SECONDS,
    ...(session !== undefined && { session }),
  },
  headers,
});

const sessionDeps = (deps: CurrentSession) => ({ deps, now: deps.clock() });

async function signOut(request: Request, deps: CurrentSession & SignOut): Promise<Reply> {
  const session = await knownSession(request, deps);
  await endSession(deps.db, request.headers.cookie, deps);
  return signedOut(session, deps);
}

/** With `tokens=true` also deletes all tokens of the account. */
async function signOutEverywhere(request: Request, deps: CurrentSession & SignOut): Promise<Reply> {
  const session = await findSession(deps.db, request.headers.cookie, sessionDeps(deps));
  if (session === undefined) throw new Unauthenticated("This browser is not signed in");
  const tokens = queryOf(request).get("tokens") === "true";
  await inTransaction(deps.db, (tx) => endSessions(tx, session.account.id, { tokens }));
  return signedOut(session, deps);
}

/**
 * Clears the cache, so that this process refuses the tokens of the session at once. If the person signed in by a
 * provider, the page leads to its sign-out.
 */
async function signedOut(session: AccountSession | undefined, deps: SignOut): Promise<Reply> {
  deps.authenticator.forget();
  const headers = { "Set-Cookie": dropCookie(sessionCookie, deps) };
  const url = await signOutUrl(session, deps);
  return url === undefined
    ? { status: 204, body: undefined, headers }
    : { status: 200, body: { url: url.href }, headers };
}

/** The page of the provider that ends the session there. A provider that cannot be reached must not keep anyone signed in here. */
async function signOutUrl(
  session: AccountSession | undefined,
  { signInProviders, log }: Pick<SignOut, "log" | "signInProviders">,
): Promise<URL | undefined> {
  const provider = session?.provider && signInProviders.get(session.provider);
  return provider?.signOut().catch((err: unknown) => {
    log.warn({ provider: provider.id, err }, "no page to sign out at the provider");
    return undefined;
  });
}

/** Throws 404 for a wrong or revoked token (docs/reference/participants.md#personal-link). */
async function openPersonalLink(
  tx: PrismaTransaction,
  { id: pollId }: Pick<Poll, "id">,
  { token, visitorKey, now }: { token: string; visitorKey: OwnerKey; now: Date },
  { config: { keys } }: { readonly config: Pick<Config, "keys"> },
): Promise<void> {
  const publicId = participantOfToken(token) ?? "";
  await lockParticipantForDeletion(tx, pollId, publicId);
  const participant = await tx.prisma.participant.findFirst({ where: { pollId, publicId } });
  if (participant === null || !isPersonalToken(keys.mailLinks.all, token, participant)) {
    throw new NotFound("Participant");
  }
  if (participant.ownerKey !== visitorKey) await linkVisitor(tx, participant, visitorKey, now);
}
