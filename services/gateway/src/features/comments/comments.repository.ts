import type { Prisma } from "@polls/db/connection";
import type { PrismaQueryable } from "@polls/db/sql";
import type { OwnerKey } from "@polls/domain/access";
import { type Comment, type CommentReader, othersCommentsShown } from "@polls/domain/comments";
import type { ApprovalState } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";

const around = {
  participant: { select: { publicId: true, ownerKey: true, userName: true } },
  parent: { select: { id: true, publicId: true, hidden: true, approvalState: true } },
} as const satisfies Prisma.CommentInclude;

type Row = Prisma.CommentGetPayload<{ include: typeof around }>;

/** Undefined if the participant is deleted, and with it the comment: Prisma reads relations by themselves. */
function commentFromRow(row: Row): Comment | undefined {
  const { participant, parent } = row;
  const author: typeof participant | null = participant;
  if (author === null) return undefined;
  return {
    id: row.id,
    publicId: row.publicId,
    content: row.content,
    hidden: row.hidden,
    approvalState: row.approvalState as ApprovalState,
    createdAt: row.createdAt,
    participant: {
      publicId: author.publicId,
      ownerKey: author.ownerKey as OwnerKey,
      userName: author.userName ?? undefined,
    },
    parent:
      parent === null
        ? undefined
        : { ...parent, approvalState: parent.approvalState as ApprovalState },
  };
}

/** A comment on an option by its public id. */
export async function findComment(
  { prisma }: PrismaQueryable,
  on: { readonly pollId: bigint; readonly id: bigint },
  publicId: string,
): Promise<Comment | undefined> {
  const row = await prisma.comment.findFirst({
    where: { pollId: on.pollId, optionId: on.id, publicId },
    include: around,
  });
  return row === null ? undefined : commentFromRow(row);
}

const shown = { hidden: false, approvalState: "approved" } as const;

/** The comments on an option that the reader sees, as `commentVisible` decides. */
const seenBy = (
  poll: Poll,
  optionId: bigint,
  { access, ownerKey = "" }: CommentReader,
): Prisma.CommentWhereInput => ({
  pollId: poll.id,
  optionId,
  ...(access !== "admin" && {
    OR: [
      { participant: { ownerKey } },
      ...(othersCommentsShown(poll)
        ? [{ ...shown, OR: [{ parentId: null }, { parent: shown }] }]
        : []),
    ],
  }),
});

/** The number of comments on an option that the reader sees. */
export const countSeenComments = (
  { prisma }: PrismaQueryable,
  poll: Poll,
  optionId: bigint,
  reader: CommentReader,
): Promise<number> => prisma.comment.count({ where: seenBy(poll, optionId, reader) });

/** One page of the comments that the reader sees, oldest first; anonymous ones by their random ids. */
export async function listSeenComments(
  { prisma }: PrismaQueryable,
  { poll, optionId }: { readonly poll: Poll; readonly optionId: bigint },
  reader: CommentReader,
  page: { readonly limit: number; readonly offset: number; readonly anonymous: boolean },
): Promise<readonly Comment[]> {
  const rows = await prisma.comment.findMany({
    where: seenBy(poll, optionId, reader),
    include: around,
    orderBy: page.anonymous ? { publicId: "asc" } : { id: "asc" },
    take: page.limit,
    skip: page.offset,
  });
  return rows.flatMap((row) => commentFromRow(row) ?? []);
}
