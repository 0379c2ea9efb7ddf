import { countComments, type Queryable } from "@polls/db";
import { ownerKeyOf, type PollCaller } from "@polls/domain/access";
import { othersCommentsShown } from "@polls/domain/comments";
import type { Option } from "@polls/domain/options";

/**
 * The number of comments on each option that the caller sees (docs/reference/comments.md#counts). Empty in polls
 * without comments. Results show one number to all members, so the caller's own unseen comments are left out.
 */
export async function countCommentsSeen(
  queryable: Queryable,
  { poll, access, actor }: PollCaller,
  options: readonly Option[],
  purpose: "to_vote" | "to_read" = "to_vote",
): Promise<ReadonlyMap<bigint, number>> {
  if (!poll.settings.allow_comments) return new Map();
  const ids = options.map(({ id }) => id);
  const ownerKey = purpose === "to_vote" ? ownerKeyOf(actor) : undefined;
  const counts = await countComments(
    queryable,
    poll.id,
    ids,
    access === "admin" ? "all" : { others: othersCommentsShown(poll), ownerKey },
  );
  return new Map(ids.map((id) => [id, counts.get(id) ?? 0]));
}
