// Covers docs/reference/requests.md: field-rules

import { createCommentBody } from "../comments/comment-body";
import { decisionBody } from "../decisions/decision-body";
import { mergeOptionBody } from "../options/may-merge-options";

test.each([
  [
    "the participant of a comment",
    createCommentBody,
    { voter_id: "a\0", comment: { content: "x" } },
  ],
  [
    "the comment that is answered",
    createCommentBody,
    { voter_id: "a", comment: { content: "x", parent_comment_id: "a\0" } },
  ],
  ["a decided date", decisionBody, { option_ids: ["a\0"] }],
  ["the target of a merge", mergeOptionBody, { option_id: "a\0" }],
])("the id of %s has no control characters", (_what, schema, body) => {
  const messages = schema.safeParse(body).error?.issues.map(({ message }) => message);
  expect(messages).toEqual(["has invalid characters"]);
});
