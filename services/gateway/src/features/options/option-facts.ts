import { countComments, countPlaces } from "@polls/db/options";
import type { PrismaQueryable, Queryable } from "@polls/db/sql";
import { ownerKeyOf, type PollCaller } from "@polls/domain/access";
import { othersCommentsShown } from "@polls/domain/comments";
import { isPollOfDates } from "@polls/domain/decisions";
import type { Option } from "@polls/domain/options";
import { hasVotingWallet, type Poll } from "@polls/domain/polls";
import { placesOf, voteDateOf } from "@polls/domain/votes";

/** The places of an option, and how many of them are free. */
export interface Places {
  readonly of: number;
  readonly free: number;
}

/** The places of each option. Options without a limit are missing (docs/reference/votes.md#places-per-option). */
export async function findPlaces(
  queryable: Queryable,
  { poll, now }: { readonly poll: Poll; readonly now: Date },
  options: readonly Option[],
): Promise<ReadonlyMap<bigint, Places>> {
  const limited = options.flatMap((option) => {
    const places = placesOf(poll, option);
    return places === undefined ? [] : [{ option, places }];
  });
  const voteDate = voteDateOf(poll, now);
  const unpaidAt = hasVotingWallet(poll) ? now : undefined;
  const taken = await countPlaces(
    queryable,
    limited.map(({ option }) => ({ option, voteDate, unpaidAt })),
  );
  return new Map(
    limited.map(({ option, places }, at) => [
      option.id,
      { of: places, free: Math.max(0, places - (taken[at] ?? 0)) },
    ]),
  );
}

/**
 * The number of comments on each option that the caller sees (docs/reference/comments.md#counts). Empty in polls
 * without comments. Results show one number to all members, so the caller's own unseen comments are left out.
 */
export async function countCommentsSeen(
  queryable: Queryable,
  { poll, access, actor }: PollCaller,
  options: readonly Option[],
  purpose: "to_vote" | "to_read" = "to_vote",
): Promise<ReadonlyMap<bigint, number>> {
  if (!poll.settings.allow_comments) return new Map();
  const ids = options.map(({ id }) => id);
  const ownerKey = purpose === "to_vote" ? ownerKeyOf(actor) : undefined;
  const counts = await countComments(
    queryable,
    poll.id,
    ids,
    access === "admin" ? "all" : { others: othersCommentsShown(poll), ownerKey },
  );
  return new Map(ids.map((id) => [id, counts.get(id) ?? 0]));
}

/** The options that are final dates of the poll (docs/reference/decisions.md). */
export async function findDecided(
  { prisma }: PrismaQueryable,
  poll: Pick<Poll, "id" | "settings">,
): Promise<ReadonlySet<bigint>> {
  if (!isPollOfDates(poll)) return new Set();
  const rows = await prisma.decidedDate.findMany({
    where: { pollId: poll.id, canceled: false },
    select: { optionId: true },
  });
  return new Set(rows.map(({ optionId }) => optionId));
}

/** Whether one of the options is a final date of the poll. */
export async function areDecided(
  queryable: PrismaQueryable,
  poll: Pick<Poll, "id" | "settings">,
  ids: readonly Option["id"][],
): Promise<boolean> {
  const decided = await findDecided(queryable, poll);
  return ids.some((id) => decided.has(id));
}
