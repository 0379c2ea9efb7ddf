import { inTransaction } from "@polls/db/sql";
import { chargeRoute } from "@polls/domain/payments";
import { type Handler, PermanentFailure } from "@polls/jobs";
import type { PaymentDeps } from "../deps";
import {
  isRefusal,
  isUnknown,
  needsNewIdempotencyKey,
  requireObject,
} from "../provider/provider-errors";
import { accountNextCheckAt } from "../settle/next-check";
import { refreshConnectedAccount } from "./refresh-connected-account";

/**
 * Creates the account of an owner at the provider, unless it exists, and a link to its onboarding,
 * which can be opened once (docs/reference/payments.md#connected-accounts). All runs use the same
 * idempotency key, so that a lost response does not cause a second account.
 */
export const openOnboarding: Handler<{ connectedAccountId: string }, PaymentDeps> = async (
  { connectedAccountId },
  deps,
  run,
) => {
  const { db, provider, clock } = deps;
  const id = BigInt(connectedAccountId);
  const find = () => db.prisma.connectedAccount.findUnique({ where: { id } });
  if ((await find())?.reconnectedAt) await refreshConnectedAccount(deps, id);
  const row = await find();
  if (row === null || row.endedAt !== null || ["refused", "ready"].includes(row.state)) return;
  run.signal.throwIfAborted();
  const account = row.providerAccountId ?? (await makeAccount(deps, row));
  run.signal.throwIfAborted();
  const page = provider.baseUrl.url(`/connect/${row.token}`);
  const link = await provider.stripe.accountLinks
    .create(
      {
        account,
        type: "account_onboarding",
        return_url: `${page}?from=provider`,
        refresh_url: `${page}?from=expired`,
      },
      { idempotencyKey: `onboarding:${id}:${row.linkAskedAt?.getTime() ?? 0}:${run.attempt}` },
    )
    .catch(async (error: unknown) => {
      if (!isUnknown(error)) throw error;
      await refreshConnectedAccount(deps, id);
      throw new PermanentFailure(
        "the provider does not know the account: the owner disconnects it",
      );
    });
  requireObject(link, "account_link");
  await inTransaction(db, async (tx) => {
    await tx.prisma.connectedAccount.updateMany({
      where: { id, linkAskedAt: row.linkAskedAt },
      data: {
        linkUrl: link.url,
        linkExpiresAt: new Date(link.expires_at * 1_000),
        updatedAt: clock(),
      },
    });
    await run.done(tx);
  });
};

interface NewAccountRow {
  readonly id: bigint;
  readonly accountId: bigint;
  readonly country: string | null;
  readonly attempt: number;
  readonly createdAt: Date;
}

async function makeAccount(
  { db, provider, clock, askAfterMs }: PaymentDeps,
  { id, accountId, country, attempt, createdAt }: NewAccountRow,
): Promise<string> {
  const { prisma } = db;
  const refuse = () =>
    prisma.connectedAccount.updateMany({
      where: { id, providerAccountId: null },
      data: { state: "refused", updatedAt: clock() },
    });
  if (country !== null && chargeRoute(await provider.country(), country) === "impossible") {
    await refuse();
    throw new PermanentFailure(`the operator cannot charge for accounts in ${country}`);
  }
  const { publicId } = await prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { publicId: true },
  });
  try {
    const made = await provider.stripe.accounts.create(
      {
        type: "express",
        ...(country === null ? {} : { country }),
        capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
        metadata: { account: publicId },
      },
      { idempotencyKey: `connected-account:${id}:${attempt}` },
    );
    requireObject(made, "account");
    const now = clock();
    const nextCheckAt = accountNextCheckAt({ state: "onboarding", createdAt }, now, askAfterMs);
    await prisma.connectedAccount.updateMany({
      where: { id, providerAccountId: null },
      data: { providerAccountId: made.id, state: "onboarding", nextCheckAt, updatedAt: now },
    });
    return made.id;
  } catch (error) {
    if (needsNewIdempotencyKey(error)) {
      await prisma.connectedAccount.updateMany({
        where: { id, attempt },
        data: { attempt: attempt + 1 },
      });
    }
    if (!isRefusal(error)) throw error;
    await refuse();
    throw new PermanentFailure(`the provider refuses the account: ${error.message}`);
  }
}
