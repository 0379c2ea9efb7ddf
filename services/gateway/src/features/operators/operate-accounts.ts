import { lockAccount } from "@polls/db/accounts";
import type { Prisma } from "@polls/db/connection";
import { storageUsedBy } from "@polls/db/files";
import type { Shards } from "@polls/db/shards";
import { escapePattern, type PrismaTransaction } from "@polls/db/sql";
import { pollsOf } from "../quotas/quotas";
import { accountSubject, noteAct, type Operator } from "./audit-log";

/** An account with its polls on all shards, and the bytes of their files. */
export type FoundAccount = Awaited<ReturnType<typeof searchAccounts>>[number];

export interface AccountSearch {
  /** A part of the address or the name. Empty: all. */
  readonly text: string;
  readonly blocked?: boolean | undefined;
  readonly operators?: boolean | undefined;
  readonly limit: number;
}

export async function searchAccounts(
  shards: Shards,
  { text, blocked, operators, limit }: AccountSearch,
) {
  const pattern = { contains: escapePattern(text), mode: "insensitive" } as const;
  const where: Prisma.AccountWhereInput = {
    ...(text !== "" && { OR: [{ email: pattern }, { name: pattern }] }),
    ...(blocked === true && { blockedAt: { not: null } }),
    ...(operators === true && { isOperator: true }),
  };
  const rows = await shards.home.prisma.account.findMany({
    where,
    orderBy: { id: "desc" },
    take: limit,
  });
  return Promise.all(rows.map((row) => withUsage(shards, row)));
}

async function withUsage<Row extends { readonly id: bigint }>(shards: Shards, row: Row) {
  const owner = { ownerAccountId: row.id };
  const used = await Promise.all(
    shards.all().map(async (db) => ({
      bytes: await storageUsedBy(db, owner),
      polls: await pollsOf(db, `account:${row.id}`),
    })),
  );
  return {
    ...row,
    polls: used.reduce((sum, { polls }) => sum + polls, 0),
    storageBytes: used.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

interface NamedAccount {
  readonly id: bigint;
  readonly publicId: string;
}

/** Refuses all tokens of an account, and changes of its polls, within a second. Repeating it keeps the first time. */
export async function blockAccount(
  tx: PrismaTransaction,
  account: NamedAccount,
  operator: Operator,
  now: Date,
): Promise<void> {
  await lockAccount(tx, account.id);
  await tx.prisma.account.updateMany({
    where: { id: account.id, blockedAt: null },
    data: { blockedAt: now },
  });
  await tx.prisma.account.update({
    where: { id: account.id },
    data: { blockedReason: operator.reason ?? null },
  });
  await noteAct(tx, operator, { action: "account.block", subject: accountSubject(account) });
}

export async function unblockAccount(
  tx: PrismaTransaction,
  account: NamedAccount,
  operator: Operator,
): Promise<void> {
  await tx.prisma.account.update({
    where: { id: account.id },
    data: { blockedAt: null, blockedReason: null },
  });
  await noteAct(tx, operator, { action: "account.unblock", subject: accountSubject(account) });
}

/** Lets an address create an account, where `SIGN_UP` needs it. Repeating it changes nothing. */
export async function inviteAccount(
  tx: PrismaTransaction,
  address: string,
  operator: Operator,
): Promise<void> {
  await tx.prisma.signUpInvitation.createMany({ data: [{ address }], skipDuplicates: true });
  await noteAct(tx, operator, { action: "account.invite" });
}

/** Operators set quotas of files in megabytes. */
export const BYTES_OF_MB = 1_000_000n;

/** Quotas of one account. Null: that of the deployment. Undefined: unchanged. */
export interface AccountQuotas {
  readonly storageQuotaBytes?: bigint | null | undefined;
  readonly mailQuota?: number | null | undefined;
  readonly pollQuota?: number | null | undefined;
}

export async function setQuotas(
  tx: PrismaTransaction,
  account: NamedAccount,
  quotas: AccountQuotas,
  operator: Operator,
): Promise<void> {
  const changed = Object.entries(quotas).filter(([, value]) => value !== undefined);
  const details = Object.fromEntries(
    changed.map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]),
  );
  await tx.prisma.account.update({ where: { id: account.id }, data: Object.fromEntries(changed) });
  await noteAct(tx, operator, {
    action: "account.quota",
    subject: accountSubject(account),
    details,
  });
}
