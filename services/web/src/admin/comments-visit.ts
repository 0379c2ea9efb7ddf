import type { CommentsVisit } from "../comments/comment-item";
import { errorWords } from "../parts/feedback/error-words";
import { pageWords } from "../words";
import type { PollContext } from "./poll-context";

export const commentsVisitOf = ({ client, hash, poll }: PollContext): CommentsVisit => ({
  words: pageWords.words(),
  pollId: hash,
  data: { poll: poll.value },
  client: () => client,
  explain: errorWords,
});
