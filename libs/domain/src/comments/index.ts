export { COMMENT_LENGTH_MAX, COMMENTS_MAX, type Comment } from "./comment";
export * from "./comment-body";
export {
  type CommentReader,
  commentVisible,
  othersCommentsShown,
  ownsComment,
} from "./comment-visibility";
export { type CommentChange, decideComment, decideCommentChange } from "./decide-comment";
export { showComment } from "./show-comment";
