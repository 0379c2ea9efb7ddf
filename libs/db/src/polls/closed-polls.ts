import { type Announcement, WARNING_DAYS, warningDays } from "@polls/domain/polls";
import { columnOf, oneRow, type PrismaQueryable, type Queryable } from "../sql/queryable";
import { query } from "../sql/statement";

const DAY_MS = 86_400_000;

const KIND = "deletion";

// The first part names polls by partial indexes: those that the deployment deletes some days after they closed, and those
// that ask for it. The rest is `plannedDeletion` of @polls/domain.
const dueSql = query<{ id: bigint }>(
  "closed-polls-to-delete",
  `SELECT p.id
   FROM polls p
     CROSS JOIN LATERAL (
       SELECT least(CASE WHEN p.status = 'closed' THEN p.closed_at END,
                    (p.settings->>'deadline_voting')::timestamptz) AS closed_at,
         least((p.settings->>'delete_after_days')::int, $3::int) AS days) AS c
     LEFT JOIN poll_notices n ON n.poll_id = p.id AND n.kind = '${KIND}' AND n.option_id IS NULL
       AND n.told_at >= c.closed_at AND n.deletes_at >= c.closed_at + c.days * interval '24 hours'
   WHERE p.id IN (
       SELECT id FROM polls WHERE status = 'closed' AND deleted_at IS NULL AND closed_at <= $4::timestamptz
       UNION ALL SELECT id FROM polls
       WHERE settings ? 'deadline_voting' AND deleted_at IS NULL AND settings->>'deadline_voting' <= $5::text
       UNION ALL SELECT id FROM polls WHERE settings ? 'delete_after_days' AND deleted_at IS NULL)
     AND p.deleted_at IS NULL AND c.closed_at <= $1::timestamptz
     AND (n.id IS NOT NULL) = $6::boolean
     AND CASE WHEN $6::boolean THEN n.deletes_at
       ELSE c.closed_at + (c.days - least(${WARNING_DAYS}, c.days / 2.0)) * interval '24 hours' END <= $1::timestamptz
   ORDER BY p.owner_account_id, p.owner_organization_id, p.id LIMIT $2::int`,
);

interface DueDeletions {
  readonly now: Date;
  /** How many days the deployment keeps closed polls. Undefined: it deletes none by itself. */
  readonly keepClosedPollsDays: number | undefined;
  readonly limit: number;
}

const find =
  (isTold: boolean) =>
  async (
    queryable: Queryable,
    { now, keepClosedPollsDays: days, limit }: DueDeletions,
  ): Promise<readonly bigint[]> => {
    const before =
      days === undefined
        ? undefined
        : new Date(now.getTime() - (days - warningDays(days)) * DAY_MS);
    const moments = [before ?? null, before?.toISOString() ?? null];
    return columnOf(queryable, dueSql(now, limit, days ?? null, ...moments, isTold), "id");
  };

/** The polls whose owners are to be told that they will be deleted, those of an owner together. */
export const findDeletionsToTell = find(false);

/** The closed polls that are to be deleted now: their owners were told this time or an earlier one. */
export const findDeletionsDue = find(true);

/** What the owners of polls were told about their deletion. Polls of others are missing. */
export async function findAnnouncements(
  { prisma }: PrismaQueryable,
  pollIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, Announcement>> {
  if (pollIds.length === 0) return new Map();
  const rows = await prisma.pollNotice.findMany({
    where: { pollId: { in: [...pollIds] }, kind: KIND },
    select: { pollId: true, toldAt: true, deletesAt: true },
  });
  return new Map(
    rows.flatMap(({ pollId, toldAt, deletesAt }) =>
      toldAt === null || deletesAt === null ? [] : [[pollId, { toldAt, deletesAt }] as const],
    ),
  );
}

const announceSql = query<{ id: bigint }>(
  "announce-deletion",
  `INSERT INTO poll_notices (poll_id, kind, told_at, deletes_at)
   VALUES ($1::bigint, '${KIND}', $2::timestamptz, $3::timestamptz)
   ON CONFLICT (poll_id, kind, option_id) DO UPDATE
   SET told_at = excluded.told_at, deletes_at = excluded.deletes_at
   RETURNING id`,
);

/** Records what the owner of a poll is told. Returns the notice. */
export const noteAnnouncement = async (
  queryable: Queryable,
  pollId: bigint,
  { toldAt, deletesAt }: Announcement,
) => (await oneRow(queryable, announceSql(pollId, toldAt, deletesAt))).id;
