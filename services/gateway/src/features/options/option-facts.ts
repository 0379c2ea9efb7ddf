import {
  countComments,
  countPlaces,
  countSiblingsOfEach,
  type OptionListScope,
  positionsSeen,
} from "@polls/db/options";
import type { PrismaQueryable, Queryable } from "@polls/db/sql";
import { ownerKeyOf, type PollCaller } from "@polls/domain/access";
import { othersCommentsShown } from "@polls/domain/comments";
import { formerIds, isPollOfDates } from "@polls/domain/decisions";
import { isUndoable, mergeUndoableUntil, type Option } from "@polls/domain/options";
import { hasVotingWallet, type Poll } from "@polls/domain/polls";
import { placesOf, voteDateOf } from "@polls/domain/votes";

/** Facts about an option that are not in its row or file. */
export interface OptionFacts {
  /** The position among the siblings that the caller sees. */
  readonly position: number;
  /** Undefined: the places of the option are not limited. */
  readonly places?: Places | undefined;
  /** The number of comments that the caller sees. Undefined: the poll has none. */
  readonly comments?: number | undefined;
  readonly decided?: boolean;
  readonly calledOff?: boolean;
  /** Undefined: the option is not merged into another one, or the caller is no admin. */
  readonly merge?: ShownMerge | undefined;
}

export async function findFacts(
  queryable: PrismaQueryable,
  caller: PollCaller,
  lists: readonly { readonly scope: OptionListScope; readonly options: readonly Option[] }[],
  purpose: "to_vote" | "to_read",
): Promise<(option: Option) => OptionFacts> {
  const options = lists.flatMap((list) => list.options);
  const positions = await positionsOfEach(queryable, caller.poll, lists);
  const places = await findPlaces(queryable, caller, options);
  const comments = await countCommentsSeen(queryable, caller, options, purpose);
  const merges = await findMerges(queryable, caller, options);
  const { decided, calledOff } = await findMarks(queryable, caller.poll);
  return ({ id, position }) => ({
    position: positions.get(id) ?? position,
    places: places.get(id),
    comments: comments.get(id),
    merge: merges.get(id),
    decided: decided.has(id),
    calledOff: calledOff.has(id),
  });
}

/** Only lists with options that other members do not see take a statement. */
async function positionsOfEach(
  queryable: Queryable,
  { id }: Poll,
  lists: readonly { readonly scope: OptionListScope; readonly options: readonly Option[] }[],
): Promise<ReadonlyMap<bigint, number>> {
  const read = lists.filter(({ scope, options }) => scope.reader !== "admin" && options.length > 0);
  if (read.length === 0) return new Map();
  const parentIds = read.map(({ scope }) => scope.parentId);
  const countOf = await countSiblingsOfEach(queryable, id, parentIds);
  const positions = new Map<bigint, number>();
  for (const { scope, options } of read) {
    const { options: all, shown } = countOf(scope.parentId);
    const isWhole = scope.reader !== "admin" && scope.reader.othersShown && all === shown;
    if (isWhole) continue;
    for (const [option, position] of await positionsSeen(queryable, scope, options)) {
      positions.set(option, position);
    }
  }
  return positions;
}

export interface Places {
  readonly of: number;
  readonly free: number;
}

/** The places of each option. Options without a limit are missing (docs/reference/votes.md#places-per-option). */
async function findPlaces(
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

/** In results all members see one number, without their own unseen comments (docs/reference/comments.md#counts). */
async function countCommentsSeen(
  queryable: Queryable,
  { poll, access, actor }: PollCaller,
  options: readonly Option[],
  purpose: "to_vote" | "to_read",
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

/** The options that are final dates of the poll, and those whose dates were taken back last (docs/reference/decisions.md). */
async function findMarks({ prisma }: PrismaQueryable, poll: Pick<Poll, "id" | "settings">) {
  const pollId = poll.id;
  const rows = isPollOfDates(poll) ? await prisma.decidedDate.findMany({ where: { pollId } }) : [];
  const decision =
    rows.length === 0 ? null : await prisma.decision.findUnique({ where: { pollId } });
  const dates = rows.map(({ formerOptionId, ...date }) => ({
    ...date,
    formerOptionId: formerOptionId ?? undefined,
  }));
  return {
    decided: new Set(dates.flatMap(({ canceled, optionId }) => (canceled ? [] : [optionId]))),
    calledOff: new Set(decision === null ? [] : formerIds(dates, decision.revision)),
  };
}

export async function areDecided(
  queryable: PrismaQueryable,
  poll: Pick<Poll, "id" | "settings">,
  ids: readonly Option["id"][],
): Promise<boolean> {
  const { decided } = await findMarks(queryable, poll);
  return ids.some((id) => decided.has(id));
}

export interface ShownMerge {
  readonly into: string;
  /** Undefined: the merge is final. */
  readonly undoableUntil: Date | undefined;
}

async function findMerges(
  { prisma }: PrismaQueryable,
  { access, now }: Pick<PollCaller, "access" | "now">,
  options: readonly Option[],
): Promise<ReadonlyMap<bigint, ShownMerge>> {
  const archived = options.filter((option) => option.archived).map(({ id }) => id);
  if (access !== "admin" || archived.length === 0) return new Map();
  const merges = await prisma.optionMerge.findMany({
    where: { optionId: { in: archived } },
    include: { target: { select: { publicId: true, merge: { select: { optionId: true } } } } },
  });
  return new Map(
    merges.map(({ optionId, mergedAt, target }) => {
      const merge = { mergedAt, targetIsMerged: target.merge !== null };
      const undoableUntil = isUndoable(merge, now) ? mergeUndoableUntil(mergedAt) : undefined;
      return [optionId, { into: target.publicId, undoableUntil }];
    }),
  );
}
