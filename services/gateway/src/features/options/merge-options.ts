import { recountOptions } from "@polls/db/counts";
import { commentTallies } from "@polls/db/options";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { mergeVotes, unmergeVotes } from "@polls/db/votes";
import type { PollCaller } from "@polls/domain/access";
import {
  isUndoable,
  type MergeRefusal,
  mayMergeOptions,
  type Option,
  optionRefusals,
} from "@polls/domain/options";
import { Invalid, NotFound } from "@polls/domain/refusals";
import { noteEvent } from "@polls/jobs/outbox";
import { areDecided } from "./option-facts";
import { findVisibleOption } from "./option-rows";

/** The author of a merged option does not see it. An undo restores the author from this prefix. */
const MERGED = "merged:";

const refused = (code: MergeRefusal) => new Invalid({ base: [optionRefusals[code]] }, code);

export interface MergeCommand extends PollCaller {
  readonly publicId: string;
}

/** The transaction holds the exclusive lock of the poll (docs/reference/options.md#merging). */
export async function mergeOption(
  tx: PrismaTransaction,
  command: MergeCommand & { readonly targetPublicId: string },
): Promise<string> {
  const { poll, now, publicId, targetPublicId } = command;
  const { option } = (await findVisibleOption(tx, command, publicId)).record;
  const { option: target } = (await findVisibleOption(tx, command, targetPublicId.trim())).record;
  const on = { pollId: poll.id, optionId: option.id };
  const decision = mayMergeOptions({
    poll,
    option,
    target,
    isMerged: (await isMerged(tx, option)) || (await isMerged(tx, target)),
    decided: await areDecided(tx, poll, [option.id]),
    hasOptions:
      (await tx.prisma.option.count({ where: { pollId: poll.id, parentId: option.id } })) > 0,
    votes: await tx.prisma.vote.count({ where: on }),
    comments: await countCommentsOf(tx, [option, target]),
  });
  if (!decision.allowed) throw refused(decision.because);

  const comments = await tx.prisma.comment.findMany({ where: on, select: { id: true } });
  const gaveLink = target.infoLink === undefined && option.infoLink !== undefined;
  const commentIds = comments.map(({ id }) => id);
  const targetId = target.id;
  await tx.prisma.optionMerge.create({
    data: { ...on, targetId, mergedAt: now, commentIds, gaveLink },
  });
  await mergeVotes(tx, { ...on, targetId }, now);
  await tx.prisma.comment.updateMany({ where: on, data: { optionId: targetId } });
  await tx.prisma.option.update({
    where: { id: option.id },
    data: {
      archived: true,
      ownerKey: option.ownerKey === undefined ? null : MERGED + option.ownerKey,
      updatedAt: now,
    },
  });
  if (gaveLink) await setLink(tx, target, option);
  await changed(tx, command, [option, target]);
  return target.publicId;
}

/** Undoes a merge. The transaction must hold the exclusive lock of the poll. */
export async function undoMerge(tx: PrismaTransaction, command: MergeCommand): Promise<void> {
  const { poll, now, publicId } = command;
  const { option } = (await findVisibleOption(tx, command, publicId)).record;
  const merge = await findMerge(tx, option);
  if (merge === undefined) throw new NotFound("Merge");
  if (!isUndoable(merge, now)) throw refused("merge_final");

  const { target, commentIds } = merge;
  const on = { pollId: poll.id, optionId: option.id };
  await countCommentsOf(tx, [option, target]);
  await unmergeVotes(tx, { ...on, targetId: target.id });
  // Answers follow the comment that they answer.
  await tx.prisma.comment.updateMany({
    where: {
      pollId: poll.id,
      optionId: target.id,
      OR: [{ id: { in: commentIds } }, { parentId: { in: commentIds } }],
    },
    data: { optionId: option.id },
  });
  await tx.prisma.optionMerge.delete({ where: { optionId: option.id } });
  const owner: string | null = option.ownerKey ?? null;
  await tx.prisma.option.update({
    where: { id: option.id },
    data: {
      archived: false,
      ownerKey: owner?.startsWith(MERGED) ? owner.slice(MERGED.length) : owner,
      updatedAt: now,
    },
  });
  if (merge.gaveLink && target.infoLink === (option.infoLink ?? null))
    await setLink(tx, target, {});
  await changed(tx, command, [option, target]);
}

export async function requireNotMerged(tx: PrismaTransaction, option: Option): Promise<void> {
  if (option.archived && (await isMerged(tx, option))) throw refused("option_merged");
}

const isMerged = async ({ prisma }: PrismaQueryable, { id }: Pick<Option, "id">) =>
  (await prisma.optionMerge.findUnique({ where: { optionId: id } })) !== null;

async function findMerge({ prisma }: PrismaQueryable, { id }: Option) {
  const found = await prisma.optionMerge.findUnique({
    where: { optionId: id },
    include: {
      target: {
        select: { id: true, publicId: true, infoLink: true, merge: { select: { optionId: true } } },
      },
    },
  });
  return found === null ? undefined : { ...found, targetIsMerged: found.target.merge !== null };
}

/** Counts the comments of both options, and locks them in the order of their ids. */
async function countCommentsOf(
  tx: PrismaTransaction,
  options: readonly Pick<Option, "id">[],
): Promise<number> {
  let sum = 0;
  for (const { id } of [...options].sort((one, other) => (one.id < other.id ? -1 : 1))) {
    sum += (await commentTallies(tx, id)).comments;
  }
  return sum;
}

const setLink = (
  { prisma }: PrismaTransaction,
  { id }: Pick<Option, "id">,
  { infoLink, infoLinkTitle }: Partial<Pick<Option, "infoLink" | "infoLinkTitle">>,
) =>
  prisma.option.update({
    where: { id },
    data: { infoLink: infoLink ?? null, infoLinkTitle: infoLinkTitle ?? null },
  });

/** Counts both options again, and tells webhooks about them. */
async function changed(
  tx: PrismaTransaction,
  { poll, now }: PollCaller,
  options: readonly Pick<Option, "id" | "publicId">[],
): Promise<void> {
  await recountOptions(
    tx,
    poll.id,
    options.map(({ id }) => id),
  );
  for (const { publicId: subjectId } of options) {
    await noteEvent(tx, { type: "option.updated", pollId: poll.id, subjectId, now });
  }
}

const MERGES_FOLLOWED = 20;

/** The public id of the option to which the address of a merged option leads. Undefined: it is not merged. */
export async function findMergeTarget(
  { prisma }: PrismaQueryable,
  pollId: bigint,
  publicId: string,
): Promise<string | undefined> {
  let found: string | undefined;
  for (let followed = 0; followed < MERGES_FOLLOWED; followed++) {
    const merge = await prisma.optionMerge.findFirst({
      where: { pollId, option: { publicId: found ?? publicId } },
      select: { target: { select: { publicId: true } } },
    });
    if (merge === null) break;
    found = merge.target.publicId;
  }
  return found;
}
