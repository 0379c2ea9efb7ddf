import type { Prisma } from "@polls/db/connection";
import type { PrismaQueryable } from "@polls/db/sql";
import { type OwnerKey, ownerKeyOf, type PollCaller } from "@polls/domain/access";
import {
  type Comment,
  type CommentReader,
  commentVisible,
  othersCommentsShown,
  showComment,
} from "@polls/domain/comments";
import { type ApprovalState, isUnopened, type Option } from "@polls/domain/options";
import { isAnonymous } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { NotFound } from "@polls/domain/refusals";
import { type ListPage, windowOf } from "../../http/replies/pagination";
import { findVisibleOption } from "../options/option-rows";

type CommentedOption = Pick<Option, "pollId" | "id" | "type" | "startDate">;

const readerOf = ({ access, actor, now }: PollCaller, on: CommentedOption): CommentReader => ({
  access,
  ownerKey: ownerKeyOf(actor),
  isUnopened: isUnopened(on, now),
});

/** Finds an option and a comment on it that the caller sees. Otherwise throws 404. */
export async function findVisibleComment(
  queryable: PrismaQueryable,
  caller: PollCaller,
  ids: { readonly optionPublicId: string; readonly publicId: string },
): Promise<{ readonly option: Option; readonly comment: Comment }> {
  const { option } = (await findVisibleOption(queryable, caller, ids.optionPublicId)).record;
  return { option, comment: await findSeenComment(queryable, caller, option, ids.publicId) };
}

export async function findSeenComment(
  queryable: PrismaQueryable,
  caller: PollCaller,
  on: CommentedOption,
  publicId: string,
): Promise<Comment> {
  const comment = await findComment(queryable, on, publicId);
  if (comment === undefined || !commentVisible(caller.poll, comment, readerOf(caller, on))) {
    throw new NotFound("Comment");
  }
  return comment;
}

export const presentComment = ({ poll, access, actor }: PollCaller, comment: Comment) =>
  showComment(poll, comment, { access, ownerKey: ownerKeyOf(actor) });

export async function readComments(
  queryable: PrismaQueryable,
  caller: PollCaller,
  optionPublicId: string,
  page: ListPage,
): Promise<{
  readonly comments: readonly ReturnType<typeof presentComment>[];
  readonly total: number;
}> {
  const { poll, access } = caller;
  const { option } = (await findVisibleOption(queryable, caller, optionPublicId)).record;
  const where = seenBy(poll, option.id, readerOf(caller, option));
  const rows = await queryable.prisma.comment.findMany({
    where,
    include: around,
    orderBy: orderFor(poll, access),
    ...windowOf(page),
  });
  const comments = rows.flatMap((row) => commentFromRow(row) ?? []);
  return {
    total: await queryable.prisma.comment.count({ where }),
    comments: comments.map((comment) => presentComment(caller, comment)),
  };
}

/** The comments on all options, for admins. */
export async function readCommentsOfPoll(
  queryable: PrismaQueryable,
  caller: PollCaller,
  filter: { readonly approvalState: ApprovalState | undefined; readonly page: ListPage },
) {
  const { poll, access } = caller;
  const { approvalState, page } = filter;
  const where = { pollId: poll.id, ...(approvalState !== undefined && { approvalState }) };
  const rows = await queryable.prisma.comment.findMany({
    where,
    include: { ...around, option: { select: { publicId: true } } },
    orderBy: orderFor(poll, access),
    ...windowOf(page),
  });
  return {
    total: await queryable.prisma.comment.count({ where }),
    comments: rows.flatMap((row) => {
      const comment = commentFromRow(row);
      return comment === undefined
        ? []
        : [{ ...presentComment(caller, comment), option_id: row.option.publicId }];
    }),
  };
}

/** The order of anonymous comments would tell when they were written. */
const orderFor = (poll: Poll, access: PollCaller["access"]) =>
  isAnonymous(poll, access) ? ({ publicId: "asc" } as const) : ({ id: "asc" } as const);

const around = {
  participant: { select: { publicId: true, ownerKey: true, userName: true } },
  parent: { select: { id: true, publicId: true, hidden: true, approvalState: true } },
} as const satisfies Prisma.CommentInclude;

type Row = Prisma.CommentGetPayload<{ include: typeof around }>;

/** Undefined if its participant is deleted, and with it the comment: Prisma reads relations by themselves. */
function commentFromRow(row: Row): Comment | undefined {
  const { participant, parent } = row;
  if (participant === null && row.participantId !== null) return undefined;
  return {
    id: row.id,
    publicId: row.publicId,
    content: row.content,
    hidden: row.hidden,
    approvalState: row.approvalState as ApprovalState,
    createdAt: row.createdAt,
    participant:
      participant === null
        ? undefined
        : {
            publicId: participant.publicId,
            ownerKey: participant.ownerKey as OwnerKey,
            userName: participant.userName ?? undefined,
          },
    parent:
      parent === null
        ? undefined
        : { ...parent, approvalState: parent.approvalState as ApprovalState },
  };
}

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
  { access, ownerKey = "", isUnopened }: CommentReader,
): Prisma.CommentWhereInput => ({
  pollId: poll.id,
  optionId,
  ...(access !== "admin" && {
    OR: [
      { participant: { ownerKey } },
      ...(!isUnopened && othersCommentsShown(poll)
        ? [{ ...shown, OR: [{ parentId: null }, { parent: shown }] }]
        : []),
    ],
  }),
});
