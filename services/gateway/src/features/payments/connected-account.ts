import { lockAccount } from "@polls/db/accounts";
import type { Prisma } from "@polls/db/connection";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { Invalid, NotFound } from "@polls/domain/refusals";
import { openOnboarding, refreshConnectedAccount } from "@polls/jobs";
import { send } from "@polls/jobs/outbox";
import type { Language } from "@polls/markup";
import type { Config } from "../../config";
import { requireCapability } from "./require-payments";

export type ConnectedAccountRow = Prisma.ConnectedAccountGetPayload<object>;

/** The least time between two jobs that ask the provider about one account. */
const ASK_AGAIN_MS = 15_000;

const longAgo = (now: Date): Date => new Date(now.getTime() - ASK_AGAIN_MS);

/** Finds the connected account of an account. Throws 404 if it has none, or has disconnected it. */
export async function findConnectedAccount(
  queryable: PrismaQueryable,
  accountId: bigint,
): Promise<ConnectedAccountRow> {
  const row = await queryable.prisma.connectedAccount.findUnique({ where: { accountId } });
  if (row === null || row.endedAt !== null) throw new NotFound("Connected_account");
  return row;
}

/**
 * Connects an account, or continues its onboarding (docs/reference/payments.md#connected-accounts).
 * Jobs have the provider create the account and a link to the onboarding. A disconnected account is
 * connected again.
 */
export async function connectAccount(
  tx: PrismaTransaction,
  wanted: {
    readonly accountId: bigint;
    readonly country: string | undefined;
    readonly language: Language;
    readonly now: Date;
  },
  { payments }: Pick<Config, "payments">,
): Promise<ConnectedAccountRow> {
  const { accountId, country, language, now } = wanted;
  if (payments?.connect === undefined) {
    throw new Invalid(
      { base: ["Accounts cannot be connected: the operator receives the money"] },
      "connect_unavailable",
    );
  }
  await requireCapability(tx, accountId, "base");
  await lockAccount(tx, accountId);
  const before = await tx.prisma.connectedAccount.findUnique({ where: { accountId } });
  if (before === null) {
    const created = await tx.prisma.connectedAccount.create({
      data: {
        accountId,
        token: newPublicId(),
        country: country ?? null,
        language,
        createdAt: now,
        updatedAt: now,
      },
    });
    await askForLink(tx, created, now);
    return findConnectedAccount(tx, accountId);
  }
  const isReconnected = before.endedAt !== null;
  const moves =
    country !== undefined && country !== before.country && before.providerAccountId !== null;
  if (moves && !isReconnected) {
    throw new Invalid({ country: ["cannot be changed once the account exists"] });
  }
  const fresh = { state: "preparing", attempt: { increment: 1 } } as const;
  const row = await tx.prisma.connectedAccount.update({
    where: { accountId },
    data: {
      ...(before.state === "refused" || moves ? fresh : {}),
      ...(moves ? { providerAccountId: null, refusal: null, ...nothingEnabled } : {}),
      ...(country === undefined ? {} : { country }),
      ...(isReconnected ? reconnected(before, now) : {}),
      language,
      updatedAt: now,
    },
  });
  if (row.refusal !== null) await tryAgain(tx, row, now);
  else if (row.state !== "ready") await askForLink(tx, row, now);
  else if (isReconnected) await askForNewsOfAccount(tx, row, now);
  return findConnectedAccount(tx, accountId);
}

/** Forgets why the provider refused payments to an account, and asks about the account again. */
export async function tryAgain(
  tx: PrismaTransaction,
  { id }: Pick<ConnectedAccountRow, "id">,
  now: Date,
): Promise<void> {
  await tx.prisma.connectedAccount.update({
    where: { id },
    data: { refusal: null, lookedAt: null },
  });
  await askForNewsOfAccount(tx, { id }, now);
}

const nothingEnabled = { chargesEnabled: false, payoutsEnabled: false } as const;

/** Its events were not followed meanwhile, so the provider is asked. If it knows no such account, a new one is made. */
const reconnected = ({ state }: ConnectedAccountRow, now: Date) => ({
  ...(state === "ready" ? {} : { state: "preparing" }),
  ...{ endedAt: null, reconnectedAt: now, nextCheckAt: now },
  ...{ linkAskedAt: null, lookedAt: null },
});

/** Returns whether the account was connected. */
export async function endConnectedAccount(
  tx: PrismaTransaction,
  accountId: bigint,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.prisma.connectedAccount.updateMany({
    where: { accountId, endedAt: null },
    data: { endedAt: now, nextCheckAt: null, linkUrl: null, linkExpiresAt: null, updatedAt: now },
  });
  return count > 0;
}

/** Enqueues a request for a new onboarding link, at most one every few seconds. */
export async function askForLink(
  tx: PrismaTransaction,
  { id }: Pick<ConnectedAccountRow, "id">,
  now: Date,
): Promise<void> {
  const { count } = await tx.prisma.connectedAccount.updateMany({
    where: { id, OR: [{ linkAskedAt: null }, { linkAskedAt: { lt: longAgo(now) } }] },
    data: { linkAskedAt: now, linkUrl: null, linkExpiresAt: null },
  });
  if (count > 0) await send(tx, openOnboarding, { connectedAccountId: String(id) });
}

/** Enqueues a query to the provider, at most one every few seconds. */
export async function askForNewsOfAccount(
  tx: PrismaTransaction,
  { id }: Pick<ConnectedAccountRow, "id">,
  now: Date,
): Promise<void> {
  const { count } = await tx.prisma.connectedAccount.updateMany({
    where: { id, OR: [{ lookedAt: null }, { lookedAt: { lt: longAgo(now) } }] },
    data: { lookedAt: now },
  });
  if (count > 0) await send(tx, refreshConnectedAccount, { connectedAccountId: String(id) });
}
