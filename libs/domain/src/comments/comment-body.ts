import { z } from "zod";
import { absentOrNull, entry, ignored, text } from "../input/fields";
import { approvalStates } from "../options/option";
import { COMMENT_LENGTH_MAX } from "./comment";

const content = entry(COMMENT_LENGTH_MAX).describe(
  "The text: plain text with line breaks, without markup.",
);

/** The body of a new comment. */
export const createCommentBody = z
  .strictObject({
    comment: z
      .strictObject({
        content,
        parent_comment_id: text()
          .optional()
          .describe(
            "The comment to answer. An answer to an answer is attached to the first comment.",
          ),
      })
      .describe("The comment."),
    voter_id: absentOrNull(entry()).describe(
      "The participant who comments; it belongs to the caller. Default: the newest one of the caller; for admins without one, the organizer.",
    ),
  })
  .meta({ id: "CreateComment", description: "A new comment of a participant on an option." });

/** The body of a change of a comment. */
export const updateCommentBody = z
  .strictObject({
    comment: z
      .strictObject({
        content: content.optional(),
        hidden: z
          .boolean()
          .optional()
          .describe("Whether only its author and admins see it. Admins only."),
        approval_state: z
          .enum(approvalStates)
          .optional()
          .describe("The approval. Other members see only `approved` comments. Admins only."),
        ...ignored([
          "id",
          "option_id",
          "user_name",
          "by_organizer",
          "created_at",
          "parent_comment_id",
          "own",
        ]),
      })
      .describe("The fields to change. Absent fields stay the same."),
  })
  .meta({
    id: "UpdateComment",
    description: "A change of a comment. The whole comment of a response may be sent.",
  });

export type NewComment = z.output<typeof createCommentBody>;
export type CommentUpdate = z.output<typeof updateCommentBody>["comment"];
