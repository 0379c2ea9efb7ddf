import { isAnonymous, shownMoment, shownName } from "../participants/anonymity";
import type { Poll } from "../polls/poll";
import type { Comment } from "./comment";
import { type CommentReader, ownsComment } from "./comment-visibility";

/** A comment with the fields that its reader sees (docs/reference/comments.md#fields). */
export function showComment(
  poll: Pick<Poll, "settings">,
  comment: Comment,
  { access, ownerKey }: Pick<CommentReader, "access" | "ownerKey">,
) {
  const { participant, parent } = comment;
  const own = ownsComment(comment, { access, ownerKey });
  const nameless = !own && access !== "admin" && poll.settings.hidden_participants;
  return {
    id: comment.publicId,
    content: comment.content,
    user_name: nameless || participant === undefined ? null : shownName(participant, poll),
    by_organizer: participant === undefined,
    created_at: shownMoment(comment.createdAt.toISOString(), !own && isAnonymous(poll, access)),
    parent_comment_id: parent?.publicId ?? null,
    hidden: comment.hidden,
    approval_state: comment.approvalState,
    own,
  };
}
