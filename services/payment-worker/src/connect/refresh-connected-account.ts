import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import {
  type ConnectedAccountState,
  chargeRoute,
  connectedStateAfter,
  noticeAt,
} from "@polls/domain/payments";
import { type JobRun, openOnboarding } from "@polls/jobs";
import { queueNotice, sendAgain } from "@polls/jobs/outbox";
import { storedLanguage } from "@polls/markup";
import type { PaymentDeps, PaymentProvider } from "../deps";
import { isUnknown, requireObject } from "../provider/provider-errors";
import { accountNextCheckAt } from "../settle/next-check";

/** Maximum number of attempts in case of concurrent updates. Then the job is retried. */
const ATTEMPTS_MAX = 5;

/**
 * Reads from the provider what a connected account may do, and stores it. If another run stored a
 * state in the meantime, it reads again, so that old responses never overwrite newer ones. Finishes
 * the job in the same transaction. A `refusal` of a checkout counts if the provider reports the
 * account as ready all the same. Queues a mail to the owner of an account that is ready no longer.
 */
export async function refreshConnectedAccount(
  { db, provider, clock, askAfterMs }: PaymentDeps,
  id: bigint,
  run?: Pick<JobRun, "done" | "signal">,
  refusal?: string,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const row = await db.prisma.connectedAccount.findUnique({ where: { id } });
    if (row === null || row.providerAccountId === null) return;
    run?.signal.throwIfAborted();
    const answer = await ask(provider, row.providerAccountId);
    // The owner has disconnected an account that the provider no longer knows, and wants another one.
    const replaced = answer === undefined && row.reconnectedAt !== null;
    const { chargesEnabled, payoutsEnabled } = answer ?? nothing;
    const before = row.state as ConnectedAccountState;
    const after = replaced
      ? ({ state: "preparing", refusal: null } as const)
      : connectedStateAfter(before, answer, refusal ?? row.refusal);
    const { state } = after;
    const now = clock();
    const { createdAt, version, endedAt } = row;
    const isLost = before === "ready" && state === "restricted" && endedAt === null;
    const mailedAt = isLost ? noticeAt(row.mailedAt, now) : undefined;
    const written = await inTransaction(db, async (tx) => {
      const { count } = await tx.prisma.connectedAccount.updateMany({
        where: { id, version },
        data: {
          ...after,
          ...{ chargesEnabled, payoutsEnabled, reconnectedAt: null },
          ...(replaced ? { providerAccountId: null, attempt: { increment: 1 } } : {}),
          // A used link cannot be opened again.
          ...(state === "ready" ? { linkUrl: null, linkExpiresAt: null } : {}),
          nextCheckAt:
            endedAt === null && !replaced
              ? accountNextCheckAt({ state, createdAt }, now, askAfterMs)
              : null,
          ...(mailedAt === undefined ? {} : { mailedAt }),
          version: { increment: 1 },
          updatedAt: now,
        },
      });
      if (count > 0 && mailedAt !== undefined) await queueNoticeToOwner(tx, row, mailedAt, now);
      if (count > 0 && replaced) await sendAgain(tx, openOnboarding, "connectedAccountId", id);
      if (count > 0) await run?.done(tx);
      return count > 0;
    });
    if (written) return;
  }
  throw new Error("the connected account changed during each attempt");
}

/** A mail that the account is ready no longer. It has the date of the moment when it is sent. */
async function queueNoticeToOwner(
  tx: PrismaTransaction,
  { accountId, language }: { readonly accountId: bigint; readonly language: string | null },
  at: Date,
  now: Date,
): Promise<void> {
  const { email } = await tx.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { email: true },
  });
  const mail = {
    accountId,
    address: email,
    language: storedLanguage(language),
    now: at,
  };
  await queueNotice(tx, "account_refused", accountId, mail, at.getTime() - now.getTime());
}

const nothing = { chargesEnabled: false, payoutsEnabled: false } as const;

/** What an account may do. Undefined: the owner or the provider has closed it. */
async function ask({ stripe, country }: PaymentProvider, providerAccountId: string) {
  try {
    const account = await stripe.accounts.retrieve(providerAccountId);
    requireObject(account, "account");
    const route = chargeRoute(await country(), account.country);
    return {
      chargesEnabled: account.charges_enabled,
      payoutsEnabled: account.payouts_enabled,
      // Every checkout for an account that the operator cannot charge for would be refused.
      transfersActive: account.capabilities?.transfers === "active" && route !== "impossible",
    };
  } catch (error) {
    if (!isUnknown(error)) throw error;
    return undefined;
  }
}
