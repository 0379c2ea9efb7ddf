import type { Prisma } from "@polls/db/connection";
import { pollFromRow } from "@polls/db/rows";
import { escapePattern, type PrismaQueryable } from "@polls/db/sql";
import { type Actor, accessLevel, ownerOf } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import type { ReadDeps } from "../../deps";
import { type ListPage, offsetOf, windowOf } from "../../http/replies/pagination";
import { nameOfOwner } from "../poll-hashes/poll-hashes";
import { pollsOf } from "../quotas/quotas";
import { type PollWire, presentPolls } from "./present-poll";

/** Newest first. It needs a few queries per shard for any number of polls. */
export async function listPolls(
  shards: readonly PrismaQueryable[],
  query: PollQuery,
  deps: Pick<ReadDeps, "config" | "ownUrl">,
): Promise<{ readonly polls: readonly PollWire[]; readonly total: number }> {
  const { pages, total } = await pagesOf(shards, query);
  const { actor, now } = query;
  const accessOf = (poll: Poll) => accessLevel(actor, "member_hash", poll);
  const reader = { actor, now, accessOf, participates: false };
  const lists = await Promise.all(
    pages.map(async ({ queryable, polls }) => {
      const present = await presentPolls(queryable, polls, reader, deps);
      return polls.map((poll) => ({ poll, shown: present(poll) }));
    }),
  );
  const listed = lists.flat();
  if (shards.length > 1) listed.sort((one, other) => compare(one.poll, other.poll));
  return { polls: listed.map(({ shown }) => shown), total };
}

interface PageOfShard {
  readonly queryable: PrismaQueryable;
  readonly polls: readonly Poll[];
}

async function pagesOf(
  shards: readonly PrismaQueryable[],
  query: PollQuery,
): Promise<{ readonly pages: readonly PageOfShard[]; readonly total: number }> {
  const [queryable] = shards;
  if (shards.length === 1 && queryable !== undefined) {
    const polls = await findPolls(queryable, query);
    return { pages: [{ queryable, polls }], total: await countPolls(queryable, query) };
  }
  const counts = await Promise.all(shards.map((shard) => countPolls(shard, query)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const offset = offsetOf(query.page);
  if (offset >= total) return { pages: [], total };
  // Any of a shard's first polls may be on the page, and no other.
  const limit = offset + query.page.perPage;
  const keys = await Promise.all(shards.map((shard) => findPollKeys(shard, query, limit)));
  const shown = new Set(
    keys
      .flat()
      .sort(compare)
      .slice(offset, limit)
      .map(({ id }) => id),
  );
  const pages = await Promise.all(
    shards.map(async (shard, at) => {
      const ids = (keys[at] ?? []).map(({ id }) => id).filter((id) => shown.has(id));
      return { queryable: shard, polls: await findPollsById(shard, ids) };
    }),
  );
  return { pages, total };
}

/** Newest first. Ids of different shards are not in the order of time. */
function compare(one: PollKey, other: PollKey): number {
  const byTime = other.createdAt.getTime() - one.createdAt.getTime();
  return byTime !== 0 ? byTime : one.id < other.id ? 1 : -1;
}

const whereOf = ({ actor, search }: PollQuery): Prisma.PollWhereInput => ({
  ...ownerOf(actor),
  ...(search !== undefined && { title: contains(search) }),
  deletedAt: null,
});

async function findPolls(queryable: PrismaQueryable, query: PollQuery): Promise<readonly Poll[]> {
  const rows = await queryable.prisma.poll.findMany({
    where: whereOf(query),
    orderBy: { id: "desc" },
    ...windowOf(query.page),
  });
  return rows.map(pollFromRow);
}

type PollKey = Pick<Poll, "id" | "createdAt">;

const findPollKeys = (
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

async function findPollsById(
  queryable: PrismaQueryable,
  ids: readonly bigint[],
): Promise<readonly Poll[]> {
  if (ids.length === 0) return [];
  const where = { id: { in: [...ids] }, deletedAt: null };
  return (await queryable.prisma.poll.findMany({ where })).map(pollFromRow);
}

const countPolls = (queryable: PrismaQueryable, query: PollQuery): Promise<number> =>
  query.search === undefined
    ? pollsOf(queryable, nameOfOwner(ownerOf(query.actor)))
    : queryable.prisma.poll.count({ where: whereOf(query) });

interface PollQuery {
  readonly actor: Actor;
  readonly page: ListPage;
  /** A part of the title. Undefined: all polls. */
  readonly search: string | undefined;
  readonly now: Date;
}

/** Escapes `%` and `_`, which are wildcards in patterns. */
const contains = (text: string) =>
  ({ contains: escapePattern(text), mode: "insensitive" }) as const;
