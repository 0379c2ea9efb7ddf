import type { Queryable } from "./connect";

/** From here on it makes no difference how many more there are. */
const LONG_QUEUE = 10_000;

/**
 * Which turn the job of an upload has, so that polls take turns whatever each of them brings: how
 * many older uploads of its poll wait in the same queue. 0 where none does, or it has no option.
 */
export async function uploadTurn(queryable: Queryable, attachmentId: bigint): Promise<number> {
  const own = await queryable.attachment.findUnique({
    where: { id: attachmentId },
    select: { kind: true, option: { select: { pollId: true } } },
  });
  if (own?.option == null) return 0;
  // The poll is looked up row by row of the few that wait: joined, a plan made while they were
  // fewer takes time by their square.
  const [row] = await queryable.$queryRaw<{ ahead: number }[]>`
    SELECT count(*)::int AS ahead FROM (
      SELECT FROM attachments a
       WHERE a.processed_at IS NULL AND a.option_id IS NOT NULL AND a.id < ${attachmentId}
         AND (a.kind = 'video') = ${own.kind === "video"}
         AND (SELECT o.poll_id FROM options o WHERE o.id = a.option_id) = ${own.option.pollId}
       LIMIT ${LONG_QUEUE}) AS older`;
  return row?.ahead ?? 0;
}
