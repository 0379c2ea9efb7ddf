import { findAccountOfEmail } from "@polls/db/accounts";
import type { Db, Prisma } from "@polls/db/connection";
import { lockPoll } from "@polls/db/polls";
import type { Shards } from "@polls/db/shards";
import { escapePattern, type PrismaTransaction } from "@polls/db/sql";
import { endPayablePayments } from "@polls/jobs/outbox";
import { unpurgedPolls } from "../taken-down/poll-of-link";
import { noteAct, type Operator, pollSubject } from "./audit-log";
import { newestOf } from "./newest";

/** A poll as operators see it, with the address or the name of its owner. It shows no votes. */
export type FoundPoll = Awaited<ReturnType<typeof searchPolls>>[number];

export interface PollSearch {
  /** A part of the title, a hash, or the address of the owner. Empty: all. */
  readonly text: string;
  readonly takenDown?: boolean | undefined;
  readonly limit: number;
}

const shown = {
  id: true,
  memberHash: true,
  type: true,
  title: true,
  createdAt: true,
  takenDownAt: true,
  takenDownReason: true,
  ownerAccountId: true,
  ownerOrganizationId: true,
} as const satisfies Prisma.PollSelect;

export async function searchPolls(shards: Shards, { text, takenDown, limit }: PollSearch) {
  const owner = await findAccountOfEmail(shards.home, text);
  const matches: Prisma.PollWhereInput = {
    OR: [
      { title: { contains: escapePattern(text), mode: "insensitive" } },
      { memberHash: text },
      ...(owner === undefined ? [] : [{ ownerAccountId: owner.id }]),
    ],
  };
  const where: Prisma.PollWhereInput = {
    AND: [unpurgedPolls, ...(text === "" ? [] : [matches])],
    ...(takenDown === true && { takenDownAt: { not: null } }),
  };
  const orderBy = { id: "desc" } as const;
  const rows = await newestOf(shards, limit, ({ prisma }) =>
    prisma.poll.findMany({ where, orderBy, take: limit, select: shown }),
  );
  const names = await ownersOf(shards.home, rows);
  return rows.map(({ ownerAccountId, ownerOrganizationId, ...row }) => ({
    ...row,
    owner: names.get(ownerKey({ ownerAccountId, ownerOrganizationId })) ?? "",
  }));
}

interface Owned {
  readonly ownerAccountId: bigint | null;
  readonly ownerOrganizationId: bigint | null;
}

const ownerKey = ({ ownerAccountId, ownerOrganizationId }: Owned): string =>
  ownerOrganizationId === null
    ? `account ${ownerAccountId}`
    : `organization ${ownerOrganizationId}`;

async function ownersOf(
  { prisma }: Pick<Db, "prisma">,
  polls: readonly Owned[],
): Promise<ReadonlyMap<string, string>> {
  const accounts = await prisma.account.findMany({
    where: { id: { in: polls.flatMap(({ ownerAccountId }) => ownerAccountId ?? []) } },
    select: { id: true, email: true },
  });
  const organizations = await prisma.organization.findMany({
    where: { id: { in: polls.flatMap(({ ownerOrganizationId }) => ownerOrganizationId ?? []) } },
    select: { id: true, name: true },
  });
  return new Map([
    ...accounts.map(({ id, email }) => [`account ${id}`, email] as const),
    ...organizations.map(({ id, name }) => [`organization ${id}`, name] as const),
  ]);
}

export type PollToOperate = NonNullable<Awaited<ReturnType<typeof findPollToOperate>>>;

/** A poll that exists or was taken down, by one of its hashes. */
export async function findPollToOperate({ prisma }: Pick<Db, "prisma">, hash: string) {
  const row = await prisma.poll.findFirst({
    where: { AND: [unpurgedPolls, { OR: [{ memberHash: hash }, { adminHash: hash }] }] },
    select: { id: true, memberHash: true, takenDownAt: true },
  });
  return row ?? undefined;
}

/**
 * Hides a poll from every reader at once, with a reason in its place (docs/reference/polls.md#taken-down-polls). Like a
 * deletion, it waits for running writers; the rows stay.
 */
export async function takeDownPoll(
  tx: PrismaTransaction,
  poll: PollToOperate,
  operator: Operator & { readonly reason: string },
  now: Date,
): Promise<void> {
  await lockPoll(tx, poll.id, "exclusive");
  await tx.prisma.poll.updateMany({
    where: { id: poll.id, ...unpurgedPolls },
    data: {
      deletedAt: now,
      takenDownAt: now,
      takenDownReason: operator.reason,
      version: { increment: 1 },
    },
  });
  await endPayablePayments(tx, { pollId: poll.id }, now);
  await tx.prisma.webhookDelivery.updateMany({
    where: { state: "pending", event: { pollId: poll.id } },
    data: { state: "failed", nextAttemptAt: null, problem: "the poll was taken down" },
  });
  await noteAct(tx, operator, { action: "poll.take_down", subject: pollSubject(poll) });
}

/** Shows a poll again that was taken down. Returns whether it was. */
export async function restorePoll(
  tx: PrismaTransaction,
  poll: PollToOperate,
  operator: Operator,
): Promise<boolean> {
  await lockPoll(tx, poll.id, "exclusive");
  const { count } = await tx.prisma.poll.updateMany({
    where: { id: poll.id, takenDownAt: { not: null } },
    data: {
      deletedAt: null,
      takenDownAt: null,
      takenDownReason: null,
      version: { increment: 1 },
    },
  });
  if (count === 0) return false;
  // While it was taken down, its owner could not keep it.
  await tx.prisma.pollNotice.updateMany({
    where: { pollId: poll.id, kind: "deletion" },
    data: { deletesAt: null },
  });
  await noteAct(tx, operator, { action: "poll.restore", subject: pollSubject(poll) });
  return true;
}
