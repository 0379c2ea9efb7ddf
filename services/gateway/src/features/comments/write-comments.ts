import { randomBytes } from "node:crypto";
import { findCreatorAddress } from "@polls/db/mails";
import { claimCommentNotice, commentTallies } from "@polls/db/options";
import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { ownerKeyOf, owns, type PollCaller } from "@polls/domain/access";
import {
  type Comment,
  type CommentUpdate,
  commentVisible,
  decideComment,
  decideCommentChange,
  type NewComment,
  ownsComment,
} from "@polls/domain/comments";
import type { Option } from "@polls/domain/options";
import { eventSubject, type Participant, unseenParticipant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { Forbidden, Invalid, NotFound, Refusal } from "@polls/domain/refusals";
import { noteEvent, queueMail } from "@polls/jobs/outbox";
import type { MailRequest } from "../../http/limits/mail-request";
import { type RateLimiter, spend } from "../../http/limits/rate-limit";
import type { MailSettings } from "../../stored-keys";
import { pollLanguage } from "../notices/poll-language";
import { mailCauseOf } from "../notices/tell-participants";
import { findVisibleOption } from "../options/option-rows";
import { lockParticipant, newestOwnParticipant } from "../participants/participants.repository";
import { findComment, findSeenComment, findVisibleComment } from "./read-comments";

const PER_MINUTE = 20;

export interface CreateComment extends PollCaller {
  readonly mail: Pick<MailRequest, "requesters">;
  readonly optionPublicId: string;
  readonly body: NewComment;
}

/** Writes a comment of a participant of the caller, or of the organizer. The transaction must lock the poll. */
export async function createComment(
  tx: PrismaTransaction,
  command: CreateComment,
  { rateLimiter, ...mails }: MailSettings & { readonly rateLimiter: RateLimiter },
): Promise<Comment> {
  const { poll, access, actor, now, body } = command;
  const { option } = (await findVisibleOption(tx, command, command.optionPublicId)).record;
  const unseen = unseenParticipant(poll, access);
  const voterId = body.voter_id ?? (await ownParticipantId(tx, command));
  const participant =
    voterId === undefined ? undefined : await lockParticipant(tx, poll.id, voterId, unseen);
  if (participant !== undefined && !owns(actor, participant)) throw new Forbidden();
  const { comments } = await commentTallies(tx, option.id);
  const { parent_comment_id: parentId } = body.comment;
  const parent = parentId ? await findSeenComment(tx, command, option, parentId) : undefined;
  const confirmedAt = participant === undefined ? now : participant.confirmedAt;
  const decision = decideComment({ poll, option, now, access, confirmedAt, comments });
  if (decision instanceof Refusal) throw decision;
  const key = `comments:${participant?.id ?? `organizer of ${poll.id}`}`;
  spend(rateLimiter, { key, limit: PER_MINUTE }, "too_many_comments");
  const publicId = newPublicId();
  await tx.prisma.comment.create({
    data: {
      publicId,
      pollId: poll.id,
      optionId: option.id,
      participantId: participant?.id ?? null,
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
  const shown = commentVisible(poll, comment, {
    access: "member",
    ownerKey: undefined,
    isUnopened: false,
  });
  await notifyOfComment(tx, { ...command, option, participant, shown }, mails);
  return comment;
}

/** Undefined for an admin who does not take part, and so writes as the organizer. Members must take part. */
async function ownParticipantId(
  tx: PrismaTransaction,
  { poll, access, actor }: Pick<PollCaller, "poll" | "access" | "actor">,
): Promise<string | undefined> {
  const ownerKey = ownerKeyOf(actor);
  const own = ownerKey && (await newestOwnParticipant(tx, poll.id, ownerKey));
  if (own === undefined && access !== "admin") throw new Invalid({ voter_id: ["is required"] });
  return own?.publicId;
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
  const own = ownsComment(found.comment, {
    access: command.access,
    ownerKey: ownerKeyOf(command.actor),
  });
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
  const change = decideCommentChange({ poll, option, now, access, own, comment, update });
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

/** A comment that was written, and whom it may concern. */
interface WrittenComment extends Pick<PollCaller, "poll" | "access" | "now"> {
  readonly option: Option;
  readonly participant: Participant | undefined;
  readonly shown: boolean;
  readonly mail: Pick<MailRequest, "requesters">;
}

/**
 * Queues the mails about a comment: to the owner of the poll unless an admin wrote it, and to the author of the option
 * if all members see it (docs/reference/comments.md#mails).
 */
async function notifyOfComment(
  tx: PrismaTransaction,
  written: WrittenComment,
  settings: MailSettings,
): Promise<void> {
  const { poll, option, participant, access, shown } = written;
  const owner = await findCreatorAddress(tx, poll);
  if (access !== "admin") await notify(tx, written, { address: owner }, settings);
  if (!shown || option.ownerKey === undefined || option.ownerKey === participant?.ownerKey) return;
  const address = await addressOf(tx, poll, option.ownerKey);
  if (address === undefined || address === owner) return;
  await notify(tx, written, { address, optionId: option.id }, settings);
}

const ACCOUNT = "user:";

/** The address of the author of an option: of the account, or a confirmed one of its participant. */
async function addressOf(
  { prisma }: PrismaTransaction,
  poll: Poll,
  ownerKey: string,
): Promise<string | undefined> {
  if (ownerKey.startsWith(ACCOUNT)) {
    const where = { id: BigInt(ownerKey.slice(ACCOUNT.length)) };
    return (await prisma.account.findUnique({ where, select: { email: true } }))?.email;
  }
  if (!poll.settings.double_opt_in) return undefined;
  const found = await prisma.participant.findFirst({
    where: { pollId: poll.id, ownerKey, confirmedAt: { not: null }, optinEmail: { not: null } },
    orderBy: { id: "desc" },
    select: { optinEmail: true },
  });
  return found?.optinEmail ?? undefined;
}

async function notify(
  tx: PrismaTransaction,
  { poll, mail: { requesters }, now }: WrittenComment,
  { address, optionId }: { readonly address: string; readonly optionId?: bigint },
  settings: MailSettings,
): Promise<void> {
  const notice = await claimCommentNotice(tx, poll.id, optionId, now);
  if (notice === undefined) return;
  const delayMs = notice.dueAt.getTime() - now.getTime();
  const cause = { ...mailCauseOf(poll, settings, requesters), delayMs };
  await queueMail(tx, "comments", cause, {
    address,
    language: await pollLanguage(tx, poll),
    now,
    commentNoticeId: notice.id,
    since: now,
    nonce: new Uint8Array(randomBytes(16)),
  });
}
