import type { ErrorCode } from "@polls/client";

/** The texts of comments in English. Every language has exactly these texts. */
export const en = {
  title: "Comments",
  show: "Show the comments",
  none: "There are no comments yet.",
  private: "Only you and the people who manage this poll see your comments.",
  label: "Your comment",
  send: "Send",
  sent: "Your comment is saved.",
  arrived: "There are new comments.",
  organizer: "Organizer",
  deleted: "The comment is deleted.",
  answer: "Answer",
  answerTo: (name: string) => `Your answer to ${name}`,
  cancel: "Cancel",
  sure: "Delete this comment for good?",
  hidden: "Hidden",
  disapproved: "Not approved",
  hide: "Hide",
  unhide: "Show again",
  approve: "Approve",
  reject: "Reject",
  waitingTitle: (number: number) => `Comments waiting for approval: ${number}`,
  answerWaits: "Others see your answer only once this comment is approved.",
  errors: {
    comments_not_allowed: "Comments are switched off in this poll.",
    address_not_confirmed:
      "Please confirm your e-mail address first. Open the link in the e-mail that we sent you.",
    comment_limit_reached: "This option has as many comments as it can have.",
    too_many_comments: "You have written many comments. Please try again in a minute.",
  } satisfies Partial<Record<ErrorCode, string>>,
};

/** The texts of comments, in a language. */
export type CommentWords = typeof en;
