import { lockAccount } from "@polls/db/accounts";
import type { Db } from "@polls/db/connection";
import { takeMailsOfAccount } from "@polls/db/mails";
import type { Shards } from "@polls/db/shards";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { type Actor, ownerOf } from "@polls/domain/access";
import { type MailRequesters, startOfDay } from "@polls/domain/mails";
import { accountOfPoll, type Poll } from "@polls/domain/polls";
import { Invalid, TooManyRequests } from "@polls/domain/refusals";
import type { MailSettings } from "../../stored-keys";

/** The mails of invitations that an account may send a day: its own quota, or that of the deployment. */
export async function mailQuotaOf(
  { prisma }: PrismaQueryable,
  accountId: bigint,
  usual: number,
): Promise<number> {
  const account = await prisma.account.findUnique({
    where: { id: accountId },
    select: { mailQuota: true },
  });
  return account?.mailQuota ?? usual;
}

/** Counts mails to invited people, if they fit the daily quota of the account (docs/reference/mails.md#quotas). */
export async function takeInvitations(
  tx: PrismaTransaction,
  { poll, count, now }: { readonly poll: Poll; readonly count: number; readonly now: Date },
  { storedKeys, mailQuotas }: MailSettings,
): Promise<{ readonly fits: boolean; readonly limit: number }> {
  const accountId = accountOfPoll(poll);
  const limit = await mailQuotaOf(tx, accountId, mailQuotas.invitationsOfAccount);
  const demand = { key: storedKeys.addresses.signing, accountId, count, limit, day: now };
  return { fits: await takeMailsOfAccount(tx, "invitations", demand), limit };
}

interface OptInDemand {
  readonly poll: Poll;
  readonly requesters: MailRequesters;
  readonly now: Date;
}

/**
 * Counts a mail that asks to confirm an address, also one that is withheld, so that the answer tells
 * nothing of the address. Throws 429 if the account has no more on this day, or the network no more of
 * its share (docs/reference/mails.md#quotas).
 */
export async function takeOptIn(
  tx: PrismaTransaction,
  { poll, requesters, now }: OptInDemand,
  { storedKeys, mailQuotas }: MailSettings,
): Promise<void> {
  const { ofDay, kept } = mailQuotas.optInsOfAccount;
  const demand = {
    key: storedKeys.addresses.signing,
    accountId: accountOfPoll(poll),
    limit: ofDay,
    share: { requester: requesters[0], limit: ofDay - kept },
    day: now,
  };
  if (await takeMailsOfAccount(tx, "opt_ins", demand)) return;
  throw new TooManyRequests(secondsUntilNextDay(now), "too_many_opt_ins");
}

/** The seconds until the quotas of a day begin again. */
export const secondsUntilNextDay = (now: Date): number =>
  Math.ceil((startOfDay(now, 1).getTime() - now.getTime()) / 1_000);

/**
 * Throws 422 at the quota of the account (docs/reference/accounts.md#quotas). Accounts with a quota
 * create polls one after the other. Polls of organizations have none.
 */
export async function requirePollQuota(
  tx: PrismaTransaction,
  actor: Actor,
  { db, shards }: { readonly db: Db; readonly shards: Shards },
): Promise<void> {
  const { ownerAccountId } = ownerOf(actor);
  if (ownerAccountId == null) return;
  const account = await tx.prisma.account.findUnique({
    where: { id: ownerAccountId },
    select: { pollQuota: true },
  });
  const quota = account?.pollQuota ?? undefined;
  if (quota === undefined) return;
  await lockAccount(tx, ownerAccountId);
  const owner = `account:${ownerAccountId}`;
  const others = shards.all().filter((other) => other !== db);
  const counts = await Promise.all([tx, ...others].map((each) => pollsOf(each, owner)));
  if (counts.reduce((sum, count) => sum + count, 0) >= quota) {
    throw new Invalid({ base: ["has as many polls as allowed"] }, "poll_quota_reached");
  }
}

/** The number of polls of an owner on a shard, as `poll_counts` has it. */
export async function pollsOf({ prisma }: PrismaQueryable, owner: string): Promise<number> {
  const { _sum } = await prisma.pollCount.aggregate({ where: { owner }, _sum: { polls: true } });
  return _sum.polls ?? 0;
}
