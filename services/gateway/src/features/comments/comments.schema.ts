import { approvalStates } from "@polls/domain/options";
import { z } from "zod";

/** A comment on the wire (docs/reference/comments.md#fields). */
export const CommentResponse = z
  .strictObject({
    id: z.string().describe("Public id of the comment."),
    content: z.string().describe("The text: plain text with line breaks, without markup."),
    user_name: z
      .string()
      .nullable()
      .describe(
        "The name of the participant; null for members who read a comment of another user under `hidden_participants`.",
      ),
    created_at: z.iso.datetime().describe("When the comment was written."),
    parent_comment_id: z.string().nullable().describe("The comment that it answers."),
    hidden: z.boolean().describe("Whether an admin hid it. Its author still sees it."),
    approval_state: z
      .enum(approvalStates)
      .describe("The approval. Other members see only `approved` comments."),
    own: z.boolean().describe("Extension: whether the comment belongs to the caller."),
  })
  .meta({ id: "Comment", description: "A comment of a participant on an option." });

export type CommentWire = z.input<typeof CommentResponse>;
