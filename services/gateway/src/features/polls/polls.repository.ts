import {
  countShownRoots,
  type Prisma,
  type PrismaQueryable,
  pollFromRow,
  pollTallies,
} from "@polls/db";
import type { Actor } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import { offsetOf, type Page } from "../../http/replies/pagination";

/** The counts in a poll's representation (docs/reference/polls.md#counts). */
export interface PollCounts {
  /** Top-level options that are approved, not archived and not waiting for a fee. */
  readonly options: number;
  /** Participants without a pending opt-in. */
  readonly voters: number;
}

/** Counts of the given polls, for all of them at once. */
export async function countsOf(
  queryable: PrismaQueryable,
  pollIds: readonly bigint[],
): Promise<(pollId: bigint) => PollCounts> {
  const options = await countShownRoots(queryable, pollIds);
  const tallies = await pollTallies(queryable, pollIds);
  return (pollId) => ({
    options: options.get(pollId) ?? 0,
    voters: tallies.get(pollId)?.participants ?? 0,
  });
}

/** Polls of the organization in whose context the request is, else of the account. */
const ownedBy = (actor: Actor): Prisma.PollWhereInput =>
  actor.kind === "organization_member"
    ? { ownerOrganizationId: actor.organizationId }
    : { ownerAccountId: actor.accountId };

/** One page of the polls of the actor's context, newest first, and how many there are in all. */
export async function findPolls(
  queryable: PrismaQueryable,
  actor: Actor,
  { page, search }: PollQuery,
): Promise<{ readonly polls: readonly Poll[]; readonly total: number }> {
  const title = search === undefined ? {} : { title: contains(search) };
  const where: Prisma.PollWhereInput = { ...ownedBy(actor), ...title, deletedAt: null };
  const rows = await queryable.prisma.poll.findMany({
    where,
    orderBy: { id: "desc" },
    skip: offsetOf(page),
    take: page.perPage,
  });
  const total = await (search === undefined
    ? countPolls(queryable, actor)
    : queryable.prisma.poll.count({ where }));
  return { polls: rows.map(pollFromRow), total };
}

/** Which polls a list has. */
export interface PollQuery {
  readonly page: Page;
  /** A part of the title; undefined: all. */
  readonly search: string | undefined;
}

/** The text as it is: `%` and `_` would stand for others. */
const contains = (text: string) =>
  ({ contains: text.replaceAll(/[\\%_]/g, "\\$&"), mode: "insensitive" }) as const;

async function countPolls(queryable: PrismaQueryable, actor: Actor): Promise<number> {
  const owner =
    actor.kind === "organization_member"
      ? `organization:${actor.organizationId}`
      : `account:${actor.accountId}`;
  const { _sum } = await queryable.prisma.pollCount.aggregate({
    where: { owner },
    _sum: { polls: true },
  });
  return _sum.polls ?? 0;
}
