import type { AccessLevel } from "../access/access-level";
import type { Poll } from "../polls/poll";
import type { Comment } from "./comment";

/** A reader of comments. Without an owner key it owns none. */
export interface CommentReader {
  readonly access: AccessLevel;
  readonly ownerKey: string | undefined;
  /** Whether the option is a door that is not open yet. */
  readonly isUnopened: boolean;
}

/** Whether a comment is of the reader. Those of the organizer are of every admin. */
export const ownsComment = (
  { participant }: Pick<Comment, "participant">,
  { access, ownerKey }: Pick<CommentReader, "access" | "ownerKey">,
): boolean =>
  participant === undefined
    ? access === "admin"
    : ownerKey !== undefined && participant.ownerKey === ownerKey;

/** Whether members see the comments of others (docs/reference/comments.md#visibility). */
export const othersCommentsShown = ({ settings }: Pick<Poll, "settings">): boolean =>
  settings.allow_comments && !settings.private_comments;

const isShown = ({ hidden, approvalState }: Pick<Comment, "hidden" | "approvalState">): boolean =>
  !hidden && approvalState === "approved";

/** Whether the reader sees a comment on an option that it sees. Answers to an unseen comment are unseen. */
export function commentVisible(
  poll: Pick<Poll, "settings">,
  comment: Pick<Comment, "hidden" | "approvalState" | "parent" | "participant">,
  { access, ownerKey, isUnopened }: CommentReader,
): boolean {
  if (access === "admin" || ownsComment(comment, { access, ownerKey })) return true;
  const { parent } = comment;
  if (isUnopened || !othersCommentsShown(poll)) return false;
  return isShown(comment) && (parent === undefined || isShown(parent));
}
