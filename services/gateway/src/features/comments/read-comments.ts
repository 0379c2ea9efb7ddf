import type { PrismaQueryable } from "@polls/db";
import { ownerKeyOf, type PollCaller } from "@polls/domain/access";
import {
  type Comment,
  type CommentReader,
  commentVisible,
  showComment,
} from "@polls/domain/comments";
import type { Option } from "@polls/domain/options";
import { isAnonymous } from "@polls/domain/participants";
import { NotFound } from "@polls/domain/refusals";
import { type ListPage, offsetOf } from "../../http/replies/pagination";
import { findVisibleOption } from "../options/visible-option";
import { countSeenComments, findComment, listSeenComments } from "./comments.repository";
import type { CommentWire } from "./comments.schema";

export const readerOf = ({ access, actor }: PollCaller): CommentReader => ({
  access,
  ownerKey: ownerKeyOf(actor),
});

/** Finds an option and a comment on it that the caller sees. Otherwise throws 404. */
export async function findVisibleComment(
  queryable: PrismaQueryable,
  caller: PollCaller,
  ids: { readonly optionPublicId: string; readonly publicId: string },
): Promise<{ readonly option: Option; readonly comment: Comment }> {
  const { option } = (await findVisibleOption(queryable, caller, ids.optionPublicId)).record;
  const comment = await findComment(queryable, option, ids.publicId);
  if (comment === undefined || !commentVisible(caller.poll, comment, readerOf(caller))) {
    throw new NotFound("Comment");
  }
  return { option, comment };
}

/** A comment as the caller sees it. */
export const presentComment = (caller: PollCaller, comment: Comment): CommentWire =>
  showComment(caller.poll, comment, readerOf(caller));

/** Lists one page of the comments on an option that the caller sees. */
export async function readComments(
  queryable: PrismaQueryable,
  caller: PollCaller,
  optionPublicId: string,
  page: ListPage,
): Promise<{ readonly comments: readonly CommentWire[]; readonly total: number }> {
  const { poll, access } = caller;
  const { option } = (await findVisibleOption(queryable, caller, optionPublicId)).record;
  const reader = readerOf(caller);
  const total = await countSeenComments(queryable, poll, option.id, reader);
  const comments = await listSeenComments(queryable, { poll, optionId: option.id }, reader, {
    limit: page.perPage,
    offset: offsetOf(page),
    anonymous: isAnonymous(poll, access),
  });
  return { total, comments: comments.map((comment) => presentComment(caller, comment)) };
}
