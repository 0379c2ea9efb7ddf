import { commentTallies } from "@polls/db/options";
import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { owns, type PollCaller } from "@polls/domain/access";
import {
  type Comment,
  type CommentUpdate,
  commentVisible,
  decideComment,
  decideCommentChange,
  type NewComment,
} from "@polls/domain/comments";
import type { Option } from "@polls/domain/options";
import { eventSubject, unseenParticipant } from "@polls/domain/participants";
import { Forbidden, NotFound, Refusal } from "@polls/domain/refusals";
import { noteEvent } from "@polls/jobs/outbox";
import type { MailRequest } from "../../http/limits/mail-request";
import { type RateLimiter, spend } from "../../http/limits/rate-limit";
import type { MailSettings } from "../../stored-keys";
import { findVisibleOption } from "../options/option-rows";
import { lockParticipant } from "../participants/participants.repository";
import { notifyOfComment } from "./notify-comment";
import { findComment, findSeenComment, findVisibleComment } from "./read-comments";

const PER_MINUTE = 20;

export interface CreateComment extends PollCaller {
  readonly mail: Pick<MailRequest, "requesters">;
  readonly optionPublicId: string;
  readonly body: NewComment;
}

/** Writes a comment of a participant of the caller. The transaction must lock the poll. */
export async function createComment(
  tx: PrismaTransaction,
  command: CreateComment,
  { rateLimiter, ...mails }: MailSettings & { readonly rateLimiter: RateLimiter },
): Promise<Comment> {
  const { poll, access, actor, now, body } = command;
  const { option } = (await findVisibleOption(tx, command, command.optionPublicId)).record;
  const unseen = unseenParticipant(poll, access);
  const participant = await lockParticipant(tx, poll.id, body.voter_id.trim(), unseen);
  if (!owns(actor, participant)) throw new Forbidden();
  const { comments } = await commentTallies(tx, option.id);
  const parentId = body.comment.parent_comment_id?.trim() ?? "";
  const parent = parentId === "" ? undefined : await findSeenComment(tx, command, option, parentId);
  const { confirmedAt } = participant;
  const decision = decideComment({ poll, now, access, confirmedAt, comments });
  if (decision instanceof Refusal) throw decision;
  const key = `comments:${participant.id}`;
  spend(rateLimiter, { key, limit: PER_MINUTE }, "too_many_comments");
  const publicId = newPublicId();
  await tx.prisma.comment.create({
    data: {
      publicId,
      pollId: poll.id,
      optionId: option.id,
      participantId: participant.id,
      parentId: parent?.parent?.id ?? parent?.id ?? null,
      content: body.comment.content,
      approvalState: decision,
      createdAt: now,
      updatedAt: now,
    },
  });
  await noteEvent(tx, {
    type: "comment.created",
    pollId: poll.id,
    ...eventSubject(poll, { publicId }),
    listed: [option.publicId],
    now,
  });
  const comment = await written(tx, option, publicId);
  const shown = commentVisible(poll, comment, { access: "member", ownerKey: undefined });
  await notifyOfComment(tx, { ...command, option, participant, shown }, mails);
  return comment;
}

async function written(
  tx: PrismaTransaction,
  option: Pick<Option, "pollId" | "id">,
  publicId: string,
): Promise<Comment> {
  const comment = await findComment(tx, option, publicId);
  if (comment === undefined) throw new Error("a comment is gone within its own transaction");
  return comment;
}

export interface CommentCommand extends PollCaller {
  readonly optionPublicId: string;
  readonly publicId: string;
}

/** Finds and locks a comment that the caller may change or delete. Otherwise throws 404. */
async function lockOwnComment(tx: PrismaTransaction, command: CommentCommand) {
  const { option: on } = (await findVisibleOption(tx, command, command.optionPublicId)).record;
  await commentTallies(tx, on.id);
  const found = await findVisibleComment(tx, command, command);
  const own = owns(command.actor, found.comment.participant);
  if (!own && command.access !== "admin") throw new NotFound("Comment");
  return { ...found, own };
}

/** Changes a comment: its author the text, admins whether it is shown. */
export async function updateComment(
  tx: PrismaTransaction,
  command: CommentCommand & { readonly update: CommentUpdate },
): Promise<{ readonly comment: Comment; readonly unchanged: boolean }> {
  const { poll, access, now, update } = command;
  const { option, comment, own } = await lockOwnComment(tx, command);
  const change = decideCommentChange({ poll, now, access, own, comment, update });
  if (change instanceof Refusal) throw change;
  if (Object.keys(change).length === 0) return { comment, unchanged: true };
  const data = { ...change, updatedAt: now };
  await tx.prisma.comment.update({ where: { id: comment.id }, data });
  return { comment: await written(tx, option, comment.publicId), unchanged: false };
}

/** Deletes a comment. The answers to it stay, as comments of their own. */
export async function deleteComment(tx: PrismaTransaction, command: CommentCommand): Promise<void> {
  const { comment } = await lockOwnComment(tx, command);
  await tx.prisma.comment.deleteMany({ where: { id: comment.id } });
}
