import type { PrismaQueryable } from "../sql/queryable";
import { query } from "../sql/statement";

/** From here on it makes no difference how many more there are. */
const LONG_QUEUE = 10_000;

// The poll of each waiting row is looked up by key, as few rows wait. A join would keep the plan that was
// made while there were fewer, and take quadratic time.
const aheadSql = query<{ ahead: number }>(
  "uploads-ahead",
  `SELECT count(*)::int AS ahead FROM (
     SELECT FROM attachments a
     WHERE a.processed_at IS NULL AND a.option_id IS NOT NULL AND a.id < $1::bigint
       AND (a.kind = 'video') = $2::bool
       AND (SELECT o.poll_id FROM options o WHERE o.id = a.option_id) = $3::bigint
     LIMIT ${LONG_QUEUE}) AS older`,
);

/**
 * Which turn the job of an upload has, so that polls take turns whatever each of them brings: how
 * many older uploads of its poll wait in the same queue. 0 where none does, or it has no option.
 */
export async function uploadTurn(
  queryable: PrismaQueryable,
  attachmentId: bigint,
): Promise<number> {
  const own = await queryable.prisma.attachment.findUnique({
    where: { id: attachmentId },
    select: { kind: true, option: { select: { pollId: true } } },
  });
  if (own?.option == null) return 0;
  const { rows } = await queryable.run(
    aheadSql(attachmentId, own.kind === "video", own.option.pollId),
  );
  const [row] = rows;
  return row?.ahead ?? 0;
}
