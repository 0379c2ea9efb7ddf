import type { AccessLevel } from "../access/access-level";
import { type ApprovalState, initialApproval, type Option } from "../options/option";
import { isUnopened } from "../options/option-visibility";
import type { Poll } from "../polls/poll";
import { isClosed } from "../polls/status";
import { type FieldErrors, Invalid } from "../refusals/refusal";
import { COMMENTS_MAX, type Comment } from "./comment";
import type { CommentUpdate } from "./comment-body";

type PollFacts = Pick<Poll, "status" | "settings">;
type OptionFacts = Pick<Option, "type" | "startDate">;

/** Why the poll accepts no comments at the moment (docs/reference/comments.md#writing). */
function writingRefusal(poll: PollFacts, option: OptionFacts, now: Date): Invalid | undefined {
  if (!poll.settings.allow_comments) {
    return new Invalid({ base: ["The poll does not accept comments"] }, "comments_not_allowed");
  }
  if (isClosed(poll, now)) return new Invalid({ base: ["The poll is closed"] }, "poll_closed");
  return isUnopened(option, now)
    ? new Invalid({ option_id: ["is not open yet"] }, "option_not_open")
    : undefined;
}

export interface CommentCreation {
  readonly poll: PollFacts;
  readonly option: OptionFacts;
  readonly now: Date;
  readonly access: AccessLevel;
  /** When the participant confirmed its address. Undefined: it has not yet. */
  readonly confirmedAt: Date | undefined;
  readonly comments: number;
}

/** The approval of a new comment, or why it is refused (docs/reference/comments.md#writing). */
export function decideComment({
  poll,
  option,
  now,
  access,
  confirmedAt,
  comments,
}: CommentCreation): ApprovalState | Invalid {
  const refusal = writingRefusal(poll, option, now);
  if (refusal !== undefined) return refusal;
  if (confirmedAt === undefined) {
    return new Invalid({ optin_email: ["must be confirmed"] }, "address_not_confirmed");
  }
  if (comments >= COMMENTS_MAX) {
    const sentence = "The option has as many comments as one may have";
    return new Invalid({ base: [sentence] }, "comment_limit_reached");
  }
  return initialApproval(poll.settings, access);
}

export interface CommentEdit {
  readonly poll: PollFacts;
  readonly option: OptionFacts;
  readonly now: Date;
  readonly access: AccessLevel;
  readonly own: boolean;
  readonly comment: Pick<Comment, "content" | "hidden" | "approvalState">;
  readonly update: CommentUpdate;
}

/** The new values of a comment. Without a value nothing changes. */
export type CommentChange = Partial<Pick<Comment, "content" | "hidden" | "approvalState">>;

/**
 * What an update changes, or why it is refused (docs/reference/comments.md#changing). Authors change the text, which is
 * approved again, and admins the rest.
 */
export function decideCommentChange({
  poll,
  option,
  now,
  access,
  own,
  comment,
  update,
}: CommentEdit): CommentChange | Invalid {
  const { content = comment.content } = update;
  const { hidden = comment.hidden, approval_state: approvalState = comment.approvalState } = update;
  const rewrites = content !== comment.content;
  const hides = hidden !== comment.hidden;
  const approves = approvalState !== comment.approvalState;
  const errors: FieldErrors = {
    ...(rewrites && !own && { content: ["cannot be changed"] }),
    ...(hides && access !== "admin" && { hidden: ["is for admins only"] }),
    ...(approves && access !== "admin" && { approval_state: ["is for admins only"] }),
  };
  if (Object.keys(errors).length > 0) return new Invalid(errors);
  const refusal = rewrites ? writingRefusal(poll, option, now) : undefined;
  if (refusal !== undefined) return refusal;
  const reviewAgain = rewrites && !approves && needsReview(poll, access, comment);
  return {
    ...(rewrites && { content }),
    ...(hides && { hidden }),
    ...(approves && { approvalState }),
    ...(reviewAgain && { approvalState: "unreviewed" as const }),
  };
}

/** Whether a new text of a comment must be approved. A disapproved comment stays so. */
const needsReview = (
  { settings }: PollFacts,
  access: AccessLevel,
  { approvalState }: Pick<Comment, "approvalState">,
): boolean => approvalState === "approved" && initialApproval(settings, access) === "unreviewed";
