import type { Db, PrismaQueryable } from "@polls/db";
import type { Watch } from "./judge-look";

/** A watch that this process looks at now. */
export interface ClaimedWatch extends Watch {
  readonly pollId: bigint;
}

type Prisma = Pick<Db["prisma"], "$queryRaw" | "$executeRaw">;

const SYNC_MAX = 5_000;
/** Longer than a look takes, with all its deadlines; a crashed look delays its polls by this. */
const LEASE_MS = 15_000;

/**
 * Watches the polls that webhooks want to know of and nobody watches: a poll and a webhook that were made
 * in the same moment have not seen each other.
 */
export const watchMissing = (prisma: Prisma, now: Date): Promise<number> => prisma.$executeRaw`
  INSERT INTO webhook_watches (poll_id, changed_at, next_look_at)
  SELECT p.id, min(greatest(w.created_at, p.created_at)), ${now}
  FROM webhooks w JOIN polls p
    ON w.owner_account_id = p.owner_account_id OR w.owner_organization_id = p.owner_organization_id
  WHERE 'results.changed' = ANY(w.events) AND w.ended_at IS NULL AND w.switched_off_at IS NULL
    AND (w.poll_id IS NULL OR w.poll_id = p.id) AND p.deleted_at IS NULL
    AND NOT EXISTS (SELECT FROM webhook_watches x WHERE x.poll_id = p.id)
  GROUP BY p.id LIMIT ${SYNC_MAX}
  ON CONFLICT DO NOTHING`;

/** Polls whose time has come, leased to the caller; those that others hold are skipped. */
export async function claimWatches(
  prisma: Prisma,
  now: Date,
  limit: number,
): Promise<readonly ClaimedWatch[]> {
  const rows = await prisma.$queryRaw<{ poll_id: bigint; mark: string | null; changed_at: Date }[]>`
    UPDATE webhook_watches SET next_look_at = ${new Date(now.getTime() + LEASE_MS)}
     WHERE poll_id IN (SELECT poll_id FROM webhook_watches WHERE next_look_at <= ${now}
                       ORDER BY next_look_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING poll_id, mark, changed_at`;
  return rows.map(({ poll_id, mark, changed_at }) => ({
    ...{ pollId: poll_id, mark, changedAt: changed_at },
  }));
}

/** Of these polls, those of whose results a webhook is told. */
export async function listenedPolls(
  prisma: Prisma,
  pollIds: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const rows = await prisma.$queryRaw<{ id: bigint }[]>`
    SELECT DISTINCT p.id FROM polls p JOIN webhooks w
      ON w.owner_account_id = p.owner_account_id OR w.owner_organization_id = p.owner_organization_id
    WHERE p.id = ANY(${pollIds as bigint[]}::bigint[]) AND 'results.changed' = ANY(w.events)
      AND (w.poll_id IS NULL OR w.poll_id = p.id)
      AND w.ended_at IS NULL AND w.switched_off_at IS NULL`;
  return new Set(rows.map(({ id }) => id));
}

/** Whether the newest vote of a poll was cast since a time. */
export async function votedSince(prisma: Prisma, { pollId, changedAt }: ClaimedWatch) {
  const [row] = await prisma.$queryRaw<{ voted: boolean }[]>`
    SELECT created_at >= ${changedAt} AS voted FROM votes WHERE poll_id = ${pollId}
    ORDER BY id DESC LIMIT 1`;
  return row?.voted === true;
}

/** Writes what was seen; false: another look has written since. */
export async function writeLook(
  { prisma }: PrismaQueryable,
  { pollId, mark: before }: ClaimedWatch,
  seen: { readonly mark: string; readonly nextLookAt: Date; readonly changedAt?: Date },
): Promise<boolean> {
  const { count } = await prisma.webhookWatch.updateMany({
    where: { pollId, mark: before },
    data: seen,
  });
  return count > 0;
}
