import type { PrismaQueryable } from "@polls/db/sql";
import { type AccessLevel, accessLevel } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import type { ReadDeps } from "../../deps";
import { offsetOf } from "../../http/replies/pagination";
import { coversOf } from "./covers";
import { creatorStatesOf } from "./creator-address";
import {
  announcementsOf,
  countPolls,
  countsOf,
  decisionTimesOf,
  findPollKeys,
  findPolls,
  findPollsById,
  type PollCounts,
  type PollKey,
  type PollQuery,
} from "./polls.repository";

/** A poll with its counts and the caller's access. */
export interface ListedPoll {
  readonly poll: Poll;
  readonly counts: PollCounts;
  readonly access: AccessLevel;
}

export interface PollList {
  readonly polls: readonly ListedPoll[];
  readonly creatorStates: Awaited<ReturnType<typeof creatorStatesOf>>;
  readonly decisionTimes: Awaited<ReturnType<typeof decisionTimesOf>>;
  readonly announcements: Awaited<ReturnType<typeof announcementsOf>>;
  readonly covers: Awaited<ReturnType<typeof coversOf>>;
  readonly total: number;
}

/**
 * Lists one page of the polls in the caller's context, newest first. It needs a few queries per shard for any number of
 * polls.
 */
export async function listPolls(
  shards: readonly PrismaQueryable[],
  query: PollQuery,
  deps: Pick<ReadDeps, "config" | "ownUrl">,
): Promise<PollList> {
  const { pages, total } = await pagesOf(shards, query);
  const lists = await Promise.all(
    pages.map(({ queryable, polls }) => present(queryable, polls, query, deps)),
  );
  const listed = lists.flatMap(({ polls }) => polls);
  return {
    polls:
      shards.length === 1 ? listed : listed.sort((one, other) => compare(one.poll, other.poll)),
    creatorStates: new Map(lists.flatMap(({ creatorStates }) => [...creatorStates])),
    decisionTimes: new Map(lists.flatMap(({ decisionTimes }) => [...decisionTimes])),
    announcements: new Map(lists.flatMap(({ announcements }) => [...announcements])),
    covers: new Map(lists.flatMap(({ covers }) => [...covers])),
    total,
  };
}

interface PageOfShard {
  readonly queryable: PrismaQueryable;
  readonly polls: readonly Poll[];
}

/** The part of a page that each shard has. */
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

async function present(
  queryable: PrismaQueryable,
  polls: readonly Poll[],
  query: PollQuery,
  deps: Pick<ReadDeps, "config" | "ownUrl">,
): Promise<Omit<PollList, "total">> {
  const counts = await countsOf(
    queryable,
    polls.map(({ id }) => id),
  );
  const listed = polls.map((poll) => ({
    poll,
    counts: counts(poll.id),
    access: accessLevel(query.actor, "member_hash", poll),
  }));
  const own = listed.filter(({ access }) => access === "admin").map(({ poll }) => poll);
  return {
    polls: listed,
    creatorStates: await creatorStatesOf(queryable, own),
    decisionTimes: await decisionTimesOf(queryable, polls),
    announcements: await announcementsOf(queryable, own, query.now),
    covers: await coversOf(queryable, polls, deps),
  };
}
