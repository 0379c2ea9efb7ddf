import { signedInRecently } from "@polls/domain/access";
import { accepted, nameEntry, readBody } from "@polls/domain/input";
import { Blocked, Unauthenticated } from "@polls/domain/refusals";
import type { Express, Request } from "express";
import { z } from "zod";
import type { Deps } from "../../deps";
import type { Reply } from "../../http/replies/reply";
import { clientAddressOf } from "../../http/request/client-address";
import { readJson } from "../../http/request/json-body";
import { requireNoMaintenance } from "../../http/routing/maintenance";
import {
  type AccountSession,
  findSession,
  type SessionDeps,
} from "../page-sessions/account-session";
import { limitSignIns } from "../page-sessions/limit-sign-ins";
import { addPageRequest } from "../page-sessions/page-session-routes";
import { attemptCookie, cookieId, keepCookie, newCookieId } from "../page-sessions/signed-cookie";
import { addPasskey, optionsForNewPasskey, unusable } from "./add-passkey";
import { optionsToSignIn, refused, signInByPasskey } from "./sign-in-by-passkey";
import { NewPasskeyResponse, PasskeyResponse } from "./verify-passkey";

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

/** The session of a page that may add a passkey. Throws 401 without one, or if it did not begin recently. */
async function recentSession(
  request: Request,
  deps: SessionDeps & Pick<Deps, "db">,
  now: Date,
): Promise<AccountSession> {
  const session = await findSession(deps.db, request.headers.cookie, { deps, now });
  if (session === undefined) throw new Unauthenticated("This browser is not signed in");
  const { account, createdAt: signedInAt } = session;
  if (!signedInRecently({ kind: "user", accountId: account.id, signedInAt }, now)) {
    throw new Unauthenticated("Sign in again to do this", "recent_sign_in_required");
  }
  return session;
}

/** Reads a body, whose credential is checked apart. Throws 422 with all problems of other fields. */
async function read<Value>(
  schema: z.ZodType<Value>,
  request: Request,
  { config }: Pick<Deps, "config">,
) {
  const body = await readJson(request, config.bodies, BODY_MAX_BYTES);
  return accepted(readBody(schema, body ?? {}));
}

const NoFields = z.strictObject({});

async function askNew(
  request: Request,
  deps: SessionDeps & Pick<Deps, "brand" | "clock" | "db">,
): Promise<Reply> {
  const now = deps.clock();
  const session = await recentSession(request, deps, now);
  await read(NoFields, request, deps);
  return { status: 200, body: await optionsForNewPasskey(session, deps, now) };
}

const credential = z.unknown().optional();
const NewPasskey = z.strictObject({ name: nameEntry(), credential });

async function add(
  request: Request,
  deps: SessionDeps & Pick<Deps, "clock" | "db" | "storedKeys" | "wakeRelay">,
): Promise<Reply> {
  const now = deps.clock();
  const session = await recentSession(request, deps, now);
  const { name, credential } = await read(NewPasskey, request, deps);
  const made = NewPasskeyResponse.safeParse(credential);
  if (!made.success) throw unusable();
  const languages = request.headers["accept-language"];
  await addPasskey(session, { name, credential: made.data, languages }, deps, now);
  return { status: 204, body: undefined };
}

async function ask(
  request: Request,
  deps: Pick<Deps, "clock" | "config" | "ownUrl" | "rateLimiter">,
): Promise<Reply> {
  limitSignIns(clientAddressOf(request, deps.config.trustedProxies), deps);
  await read(NoFields, request, deps);
  const browser = cookieId(attemptCookie, request.headers.cookie, deps) ?? newCookieId();
  return {
    status: 200,
    body: optionsToSignIn(browser, deps),
    headers: { "Set-Cookie": keepCookie(attemptCookie, browser, deps) },
  };
}

const UsedPasskey = z.strictObject({ credential });

async function signIn(
  request: Request,
  deps: SessionDeps & Pick<Deps, "authenticator" | "clock" | "db" | "rateLimiter">,
): Promise<Reply> {
  const { config, authenticator } = deps;
  limitSignIns(clientAddressOf(request, config.trustedProxies), deps);
  const { credential } = await read(UsedPasskey, request, deps);
  const used = PasskeyResponse.safeParse(credential);
  if (!used.success) throw refused();
  const { cookie, "user-agent": userAgent } = request.headers;
  const browser = { cookie, userAgent, now: deps.clock() };
  const kept = await signInByPasskey(used.data, browser, deps);
  authenticator.forget();
  return { status: 204, body: undefined, headers: { "Set-Cookie": kept } };
}
