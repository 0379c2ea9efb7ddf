import { lockAccount } from "@polls/db/accounts";
import { inTransaction } from "@polls/db/sql";
import { signedInRecently } from "@polls/domain/access";
import { entry } from "@polls/domain/input";
import { Blocked, Invalid, Unauthenticated } from "@polls/domain/refusals";
import type { Express, Request } from "express";
import { z } from "zod";
import type { Deps } from "../../deps";
import type { Reply } from "../../http/replies/reply";
import { clientAddressOf } from "../../http/request/client-address";
import { readJson } from "../../http/request/json-body";
import { requireNoMaintenance } from "../../http/routing/maintenance";
import { requireUnblocked } from "../accounts/require-unblocked";
import { type AccountSession, findSession, startSession } from "../page-sessions/account-session";
import { limitSignIns } from "../page-sessions/limit-sign-ins";
import { addPageRequest } from "../page-sessions/page-session-routes";
import { attemptCookie, cookieId, keepCookie, newCookieId } from "../page-sessions/signed-cookie";
import {
  enterToChangePasskeys,
  ownPasskeys,
  requireRoom,
  storePasskey,
  useChallenge,
} from "./own-passkeys";
import { CHALLENGE_MS, challengeTime, newChallenge } from "./passkey-challenge";
import {
  algorithms,
  challengeOf,
  NewPasskeyResponse,
  PasskeyResponse,
  verifyNewPasskey,
  verifyPasskey,
} from "./verify-passkey";

const BODY_MAX_BYTES = 16_384;

/** The requests by which pages add passkeys and sign in with them (docs/reference/accounts.md#passkeys). */
export function addPasskeyRoutes(app: Express, deps: Deps): void {
  const serve = (path: string, answer: (request: Request, deps: Deps) => Promise<Reply>) =>
    addPageRequest(
      app,
      path,
      async (request, forRequest) => {
        if (deps.config.signIn.providersOnly) throw new Blocked("provider_sign_in_only");
        requireNoMaintenance(deps);
        return answer(request, forRequest);
      },
      deps,
    );
  serve("/session/passkey/ask_new", askNew);
  serve("/session/passkey/add", add);
  serve("/session/passkey/ask", ask);
  serve("/session/passkey/sign_in", signIn);
}

/** The address of the page. A passkey is bound to its host, whichever way the browser came. */
const pageAddress = ({ ownUrl, config }: Deps) => ownUrl ?? config.baseUrl;

/** The session of a page that may add a passkey. Throws 401 without one, or if it did not begin recently. */
async function recentSession(request: Request, deps: Deps, now: Date): Promise<AccountSession> {
  const session = await findSession(deps.db, request.headers.cookie, { deps, now });
  if (session === undefined) throw new Unauthenticated("This browser is not signed in");
  const { account, createdAt: signedInAt } = session;
  if (!signedInRecently({ kind: "user", accountId: account.id, signedInAt }, now)) {
    throw new Unauthenticated("Sign in again to do this", "recent_sign_in_required");
  }
  return session;
}

/** What the browser needs to make a passkey. */
async function askNew(request: Request, deps: Deps): Promise<Reply> {
  const now = deps.clock();
  const session = await recentSession(request, deps, now);
  const { id: accountId, email, name } = session.account;
  await requireRoom(deps.db, accountId);
  const host = pageAddress(deps).hostname;
  const known = await ownPasskeys(deps.db, accountId);
  const { publicId } = await deps.db.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
  });
  return {
    status: 200,
    body: {
      challenge: newChallenge(deps.config.keys, addedBy(session), now),
      rp: { id: host, name: deps.brand.name ?? host },
      user: { id: handleOf(publicId), name: email, displayName: name },
      pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: known
        .filter((passkey) => passkey.host === host)
        .map(({ credentialId }) => ({
          type: "public-key",
          id: Buffer.from(credentialId).toString("base64url"),
        })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
      timeout: CHALLENGE_MS,
    },
  };
}

const addedBy = ({ id }: AccountSession) => ({ purpose: "add", browser: String(id) }) as const;

/** How devices name an account: by its public id, which tells nothing of the person. */
const handleOf = (publicId: string): string => Buffer.from(publicId).toString("base64url");

const NewPasskey = z.object({ name: entry(), credential: NewPasskeyResponse });

const unusable = () => new Invalid({ base: ["This passkey cannot be used"] }, "passkey_unusable");

/** Stores a passkey that the browser has made. */
async function add(request: Request, deps: Deps): Promise<Reply> {
  const now = deps.clock();
  const { config } = deps;
  const session = await recentSession(request, deps, now);
  const read = NewPasskey.safeParse(await readJson(request, config.bodies, BODY_MAX_BYTES));
  if (!read.success) throw unusable();
  const { name, credential } = read.data;
  const challenge = challengeOf(credential) ?? "";
  const issuedAt = challengeTime(config.keys, challenge, addedBy(session), now);
  const address = pageAddress(deps);
  const key = issuedAt && (await verifyNewPasskey(credential, challenge, address));
  if (issuedAt === undefined || key === undefined) throw unusable();
  const accountId = session.account.id;
  await inTransaction(deps.db, async (tx) => {
    await enterToChangePasskeys(tx, { accountId, sessionId: session.id }, deps);
    await requireRoom(tx, accountId);
    const isStored =
      (await useChallenge(tx, accountId, issuedAt)) &&
      (await storePasskey(tx, { ...key, accountId, name, host: address.hostname, now }));
    if (!isStored) throw unusable();
  });
  return { status: 204, body: undefined, headers: {} };
}

/** What the browser needs to sign in. It is the same for all: the device knows whose passkeys it has. */
async function ask(request: Request, deps: Deps): Promise<Reply> {
  const { config } = deps;
  limitSignIns(clientAddressOf(request, config.trustedProxies), deps);
  const browser = cookieId(attemptCookie, request.headers.cookie, deps) ?? newCookieId();
  return {
    status: 200,
    body: {
      challenge: newChallenge(config.keys, { purpose: "sign_in", browser }, deps.clock()),
      rpId: pageAddress(deps).hostname,
      userVerification: "required",
      timeout: CHALLENGE_MS,
    },
    headers: { "Set-Cookie": keepCookie(attemptCookie, browser, deps) },
  };
}

const Used = z.object({ credential: PasskeyResponse });

/** All refusals are alike, so that they do not tell which passkeys there are. */
const refused = () => new Unauthenticated("This passkey does not sign in here", "passkey_refused");

/** Signs the browser in to the account of a passkey. Throws 403 if the account is blocked. */
async function signIn(request: Request, deps: Deps): Promise<Reply> {
  const { config, db } = deps;
  const now = deps.clock();
  limitSignIns(clientAddressOf(request, config.trustedProxies), deps);
  const read = Used.safeParse(await readJson(request, config.bodies, BODY_MAX_BYTES));
  if (!read.success) throw refused();
  const { credential } = read.data;
  const { cookie, "user-agent": userAgent } = request.headers;
  const browser = cookieId(attemptCookie, cookie, deps) ?? "";
  const challenge = challengeOf(credential) ?? "";
  const wanted = { purpose: "sign_in", browser } as const;
  const issuedAt = challengeTime(config.keys, challenge, wanted, now);
  if (issuedAt === undefined) throw refused();
  const address = pageAddress(deps);
  const started = await inTransaction(db, async (tx) => {
    const credentialId = new Uint8Array(Buffer.from(credential.id, "base64url"));
    const found = await tx.prisma.passkey.findUnique({
      where: { credentialId, host: address.hostname },
      select: { accountId: true, account: { select: { publicId: true } } },
    });
    if (found?.account == null) throw refused();
    const { accountId, account } = found;
    if (credential.response.userHandle !== handleOf(account.publicId)) throw refused();
    await lockAccount(tx, accountId);
    // Read again under the lock, because the count may have changed in the meantime.
    const passkey = await tx.prisma.passkey.findUnique({ where: { credentialId, accountId } });
    if (passkey === null) throw refused();
    const { id, publicKey } = passkey;
    const key = { publicKey, counter: Number(passkey.counter) };
    const counter = await verifyPasskey(credential, challenge, address, key);
    if (counter === undefined || !(await useChallenge(tx, accountId, issuedAt))) throw refused();
    requireUnblocked(accountId, deps);
    await tx.prisma.passkey.update({ where: { id }, data: { counter, lastUsedAt: now } });
    return startSession(tx, { accountId, cookie, userAgent, twoFactors: true, now }, deps);
  });
  deps.authenticator.forget();
  return { status: 204, body: undefined, headers: { "Set-Cookie": started } };
}
