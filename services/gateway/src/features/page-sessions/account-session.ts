import { createHash } from "node:crypto";
import { endOldestSessions, lockAccount } from "@polls/db/accounts";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { type ProviderId, providerIds } from "@polls/domain/access";
import type { Deps } from "../../deps";
import type { CookieDeps } from "../../http/request/cookies";
import { requireUnblocked } from "../accounts/create-account";
import { browserName } from "./browser-name";
import { cookieId, keepCookie, newCookieId, sessionCookie } from "./signed-cookie";

/** The largest number of sessions of one account. A further one ends the oldest. */
const SESSIONS_MAX = 50;

/** A browser that is signed in (docs/reference/pages.md#accounts-on-pages). */
export interface AccountSession {
  readonly id: bigint;
  readonly account: { readonly id: bigint; readonly email: string; readonly name: string };
  readonly provider: ProviderId | undefined;
  readonly twoFactors: boolean;
  readonly createdAt: Date;
}

const digestOf = (cookie: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(cookie).digest());

/** What sessions of accounts need. */
export type SessionDeps = CookieDeps & Pick<Deps, "serviceState">;

interface NewSession {
  readonly accountId: bigint;
  /** The `Cookie` header of the sign-in request. The session of this cookie ends. */
  readonly cookie: string | undefined;
  readonly userAgent: string | undefined;
  readonly provider?: ProviderId;
  readonly twoFactors?: boolean;
  readonly now: Date;
}

/** Returns the value of `Set-Cookie`. The id is always new, to prevent session fixation. */
export async function startSession(
  tx: PrismaTransaction,
  { accountId, cookie, userAgent, provider, twoFactors = false, now }: NewSession,
  deps: CookieDeps,
): Promise<string> {
  await lockAccount(tx, accountId);
  await endSession(tx, cookie, deps);
  await endOldestSessions(tx, accountId, SESSIONS_MAX - 1);
  const id = newCookieId();
  const expiresAt = new Date(now.getTime() + sessionCookie.maxAgeSeconds * 1_000);
  await tx.prisma.accountSession.create({
    data: {
      accountId,
      digest: digestOf(id),
      browser: browserName(userAgent) ?? null,
      provider: provider ?? null,
      twoFactors,
      expiresAt,
      createdAt: now,
    },
  });
  return keepCookie(sessionCookie, id, deps);
}

/** Undefined if there is none or it has ended. Throws 403 if the account is blocked. */
export async function findSession(
  queryable: PrismaQueryable,
  cookie: string | undefined,
  { deps, now }: { readonly deps: SessionDeps; readonly now: Date },
): Promise<AccountSession | undefined> {
  const id = cookieId(sessionCookie, cookie, deps);
  if (id === undefined) return undefined;
  const found = await queryable.prisma.accountSession.findUnique({
    where: { digest: digestOf(id), expiresAt: { gt: now } },
    select: {
      id: true,
      provider: true,
      twoFactors: true,
      createdAt: true,
      account: { select: { id: true, email: true, name: true } },
    },
  });
  // Prisma reads relations with a second query, and the account may be deleted between the two.
  if (found?.account == null) return undefined;
  const { id: sessionId, account, twoFactors, createdAt } = found;
  requireUnblocked(account.id, deps);
  const provider = providerIds.find((one) => one === found.provider);
  return { id: sessionId, account, provider, twoFactors, createdAt };
}

export async function endSession(
  queryable: PrismaQueryable,
  cookie: string | undefined,
  deps: CookieDeps,
): Promise<void> {
  const id = cookieId(sessionCookie, cookie, deps);
  if (id === undefined) return;
  await queryable.prisma.accountSession.deleteMany({ where: { digest: digestOf(id) } });
}

/** Ends all sessions of an account. With `tokens`, also deletes all its tokens. */
export async function endSessions(
  { prisma }: PrismaTransaction,
  accountId: bigint,
  { tokens }: { readonly tokens: boolean },
): Promise<void> {
  await prisma.accountSession.deleteMany({ where: { accountId } });
  if (!tokens) return;
  await prisma.namedToken.deleteMany({ where: { accountId } });
  await prisma.apiToken.deleteMany({ where: { accountId } });
}
