import { createCommentBody, updateCommentBody } from "@polls/domain/comments";
import { approvalStates, notApproved } from "@polls/domain/options";
import { z } from "zod";
import { mailRequestOf } from "../../http/limits/mail-request";
import { pageHeaders, pagingQuery, readPage } from "../../http/replies/pagination";
import { reply } from "../../http/replies/reply";
import { dayWithAnonymity, field, named } from "../../http/replies/schema-parts";
import { type Endpoint, endpointsOf } from "../../http/routing/endpoint";
import { adminRule, readVotesRule } from "../../http/routing/poll-rules";
import { readApproval } from "../options/list-query";
import {
  findVisibleComment,
  presentComment,
  readComments,
  readCommentsOfPoll,
} from "./read-comments";
import { createComment, deleteComment, updateComment } from "./write-comments";

/** A comment on the wire (docs/reference/comments.md#fields). */
const CommentResponse = named("Comment", "A comment of a participant on an option.", {
  id: field.text("Public id of the comment."),
  content: field.text("The text: plain text with line breaks, without markup."),
  user_name: field
    .text(
      "The name of the participant; null for members who read a comment of another user under `hidden_participants`, and of the organizer.",
    )
    .nullable(),
  by_organizer: field.flag("Extension: whether an admin who does not take part wrote it."),
  created_at: field.time(dayWithAnonymity("When the comment was written.")),
  parent_comment_id: field.text("The comment that it answers.").nullable(),
  hidden: field.flag("Whether an admin hid it. Its author still sees it."),
  approval_state: z
    .enum(approvalStates)
    .describe("The approval. Other members see only `approved` comments."),
  own: field.flag("Extension: whether the comment belongs to the caller."),
});

const PollCommentResponse = CommentResponse.extend({
  option_id: field.text("The id of the option that it is on."),
}).meta({ id: "PollComment", description: "A comment with the option that it is on." });

const COMMENTS_PER_PAGE = 50;

const endpoint = endpointsOf({ tag: "Comments", auth: "any" });
const path = "/api/v1/polls/:poll_id/options/:option_id/comments";
const pollPath = "/api/v1/polls/:poll_id/comments";
const onePath = `${path}/:id` as const;
const writing = { ...readVotesRule, lock: "shared" } as const;

interface CommentPath {
  readonly params: { readonly option_id: string; readonly id: string };
}

const idsOf = ({ params }: CommentPath) => ({
  optionPublicId: params.option_id,
  publicId: params.id,
});

/** Comments of participants on options (docs/reference/comments.md). */
export const commentEndpoints: readonly Endpoint[] = [
  endpoint({
    run: "snapshot",
    id: "comments.list",
    path,
    summary: "List the comments on an option, oldest first",
    description:
      "Lists the comments that the caller may read, with the answers to them. `parent_comment_id` says which comment an answer belongs to.",
    poll: readVotesRule,
    query: pagingQuery(COMMENTS_PER_PAGE),
    responses: { 200: z.array(CommentResponse) },
    handle: async ({ query, address, ...input }, { db }) => {
      const page = readPage(query, COMMENTS_PER_PAGE);
      const { comments, total } = await readComments(db, input, input.params.option_id, page);
      return reply(200, [...comments], pageHeaders(page, total, address));
    },
  }),
  endpoint({
    run: "snapshot",
    id: "comments.listAll",
    path: pollPath,
    summary: "List the comments on all options of a poll, oldest first",
    description:
      "Lists the comments on all options for admins, also hidden ones, for example those that wait for approval.",
    poll: adminRule,
    query: {
      approval_state: z
        .enum(notApproved)
        .optional()
        .describe("Lists only comments with this `approval_state`."),
      ...pagingQuery(COMMENTS_PER_PAGE),
    },
    responses: { 200: z.array(PollCommentResponse) },
    handle: async ({ query, address, ...input }, { db }) => {
      const page = readPage(query, COMMENTS_PER_PAGE);
      const approvalState = readApproval(query);
      const { comments, total } = await readCommentsOfPoll(db, input, { approvalState, page });
      return reply(200, [...comments], pageHeaders(page, total, address));
    },
  }),
  endpoint({
    run: "transaction",
    id: "comments.create",
    method: "post",
    path,
    summary: "Comment on an option",
    description:
      "Writes a comment of a participant of the caller, or of the organizer, in polls with `allow_comments` that are not closed. With `require_approval`, an admin must approve it. A participant may write 20 comments a minute.",
    scope: "vote",
    poll: writing,
    body: createCommentBody,
    responses: { 201: CommentResponse },
    handle: async (input, deps) => {
      const { config, storedKeys, rateLimiter } = deps;
      const command = {
        ...input,
        optionPublicId: input.params.option_id,
        body: input.body.read(),
        mail: mailRequestOf(input),
      };
      const settings = { ...config, storedKeys, rateLimiter };
      return reply(201, presentComment(input, await createComment(input.tx, command, settings)));
    },
  }),
  endpoint({
    run: "snapshot",
    id: "comments.show",
    path: onePath,
    summary: "Show a comment",
    description: "Shows a comment. A comment that the caller may not read is 404.",
    poll: readVotesRule,
    responses: { 200: CommentResponse },
    handle: async (input, { db }) => {
      const { comment } = await findVisibleComment(db, input, idsOf(input));
      return reply(200, presentComment(input, comment));
    },
  }),
  endpoint({
    run: "transaction",
    id: "comments.update",
    method: "patch",
    path: onePath,
    summary: "Change, hide or approve a comment",
    description:
      "Changes the given fields. Authors change the text of their comments, which may then need another approval. Admins set `hidden` and `approval_state` of all comments.",
    scope: "vote",
    poll: writing,
    body: updateCommentBody,
    responses: { 200: CommentResponse },
    handle: async (input) => {
      const command = { ...input, ...idsOf(input), update: input.body.read().comment };
      const { comment, unchanged } = await updateComment(input.tx, command);
      return { ...reply(200, presentComment(input, comment)), unchanged };
    },
  }),
  endpoint({
    run: "transaction",
    id: "comments.delete",
    method: "delete",
    path: onePath,
    summary: "Delete a comment",
    description:
      "Deletes a comment of the caller; admins delete all comments. Answers to it stay, as comments of their own.",
    scope: "vote",
    poll: writing,
    responses: { 204: null },
    handle: async (input) => {
      await deleteComment(input.tx, { ...input, ...idsOf(input) });
      return reply(204);
    },
  }),
];
