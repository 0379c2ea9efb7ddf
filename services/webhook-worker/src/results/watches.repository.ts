import { claimWatches as claimRows, type Db, type PrismaQueryable } from "@polls/db";
import type { Watch } from "./judge-look";

/** A watch that this process looks at now. */
export interface ClaimedWatch extends Watch {
  readonly pollId: bigint;
}

/** Longer than a look takes, with its timeouts. After a crash, the polls of a look wait this long. */
const LEASE_MS = 15_000;

/** Leases due watches to the caller. Rows that another transaction locks are skipped. */
export const claimWatches = (db: Db, now: Date, limit: number): Promise<readonly ClaimedWatch[]> =>
  claimRows(db, { now, until: new Date(now.getTime() + LEASE_MS), limit });

/** Writes what a look found; false where another look has written since. */
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
