import type { PrismaQueryable } from "@polls/db";
import { type AccessLevel, type Actor, accessLevel } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import { countsOf, findPolls, type PollCounts, type PollQuery } from "./polls.repository";

/** A poll with its counts and the caller's access. */
export interface ListedPoll {
  readonly poll: Poll;
  readonly counts: PollCounts;
  readonly access: AccessLevel;
}

/** A page of the polls of the caller's context, newest first, in three queries at any size. */
export async function listPolls(
  queryable: PrismaQueryable,
  actor: Actor,
  query: PollQuery,
): Promise<{ readonly polls: readonly ListedPoll[]; readonly total: number }> {
  const { polls, total } = await findPolls(queryable, actor, query);
  const counts = await countsOf(
    queryable,
    polls.map(({ id }) => id),
  );
  const listed = polls.map((poll) => ({
    poll,
    counts: counts(poll.id),
    access: accessLevel(actor, "member_hash", poll),
  }));
  return { polls: listed, total };
}
