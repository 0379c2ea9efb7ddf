import type { Prisma } from "@polls/db/connection";
import { countShownRoots } from "@polls/db/options";
import { findAnnouncements, findDecisionTimes, pollTallies } from "@polls/db/polls";
import { pollFromRow } from "@polls/db/rows";
import { escapePattern, type PrismaQueryable } from "@polls/db/sql";
import { type Actor, ownerOf } from "@polls/domain/access";
import { isPollOfDates } from "@polls/domain/decisions";
import { isClosed, type Poll } from "@polls/domain/polls";
import { type ListPage, offsetOf } from "../../http/replies/pagination";

/** The counts in the response of a poll (docs/reference/polls.md#counts). */
export interface PollCounts {
  /** Top-level options that are approved, not archived and paid. */
  readonly options: number;
  /** Participants without a pending opt-in. */
  readonly voters: number;
}

/** The counts of several polls, read together. */
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

/** When the dates of polls were decided. Only polls of dates are read. */
export const decisionTimesOf = (
  queryable: PrismaQueryable,
  polls: readonly Poll[],
): Promise<ReadonlyMap<bigint, Date>> =>
  findDecisionTimes(
    queryable,
    polls.filter(isPollOfDates).map(({ id }) => id),
  );

/** What the owners of polls were told about their deletion. Only closed polls are read. */
export const announcementsOf = (queryable: PrismaQueryable, polls: readonly Poll[], now: Date) =>
  findAnnouncements(
    queryable,
    polls.filter((poll) => isClosed(poll, now)).map(({ id }) => id),
  );

const whereOf = ({ actor, search }: PollQuery): Prisma.PollWhereInput => ({
  ...ownerOf(actor),
  ...(search !== undefined && { title: contains(search) }),
  deletedAt: null,
});

/** One page of the polls in the actor's context, newest first. */
export async function findPolls(
  queryable: PrismaQueryable,
  query: PollQuery,
): Promise<readonly Poll[]> {
  const rows = await queryable.prisma.poll.findMany({
    where: whereOf(query),
    orderBy: { id: "desc" },
    skip: offsetOf(query.page),
    take: query.page.perPage,
  });
  return rows.map(pollFromRow);
}

/** What the order of a list is decided by. */
export type PollKey = Pick<Poll, "id" | "createdAt">;

/** The newest polls, up to `limit`. */
export const findPollKeys = (
  queryable: PrismaQueryable,
  query: PollQuery,
  limit: number,
): Promise<readonly PollKey[]> =>
  queryable.prisma.poll.findMany({
    where: whereOf(query),
    orderBy: { id: "desc" },
    take: limit,
    select: { id: true, createdAt: true },
  });

export async function findPollsById(
  queryable: PrismaQueryable,
  ids: readonly bigint[],
): Promise<readonly Poll[]> {
  if (ids.length === 0) return [];
  const where = { id: { in: [...ids] }, deletedAt: null };
  return (await queryable.prisma.poll.findMany({ where })).map(pollFromRow);
}

/** How many polls a list has in all. */
export async function countPolls(queryable: PrismaQueryable, query: PollQuery): Promise<number> {
  if (query.search !== undefined) {
    return queryable.prisma.poll.count({ where: whereOf(query) });
  }
  return countAll(queryable, query.actor);
}

/** The filter of a list of polls. */
export interface PollQuery {
  readonly actor: Actor;
  readonly page: ListPage;
  /** A part of the title. Undefined: all polls. */
  readonly search: string | undefined;
  readonly now: Date;
}

/** Escapes `%` and `_`, which are wildcards in patterns. */
const contains = (text: string) =>
  ({ contains: escapePattern(text), mode: "insensitive" }) as const;

async function countAll(queryable: PrismaQueryable, actor: Actor): Promise<number> {
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
