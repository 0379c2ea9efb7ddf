import type { Db } from "@polls/db/connection";
import type { PrismaQueryable } from "@polls/db/sql";
import { claimWatches as claimRows } from "@polls/db/webhooks";
import { LEASE_MS } from "../check-times";
import type { ResultsWatch } from "./decide-check";

/** A watch that this process checks. */
export interface ClaimedWatch extends ResultsWatch {
  readonly pollId: bigint;
  /** The end of the lease. */
  readonly nextCheckAt: Date;
}

/** Leases due watches to the caller. Skips rows that another transaction locks. */
export const claimWatches = (db: Db, now: Date, limit: number): Promise<readonly ClaimedWatch[]> =>
  claimRows(db, { now, until: new Date(now.getTime() + LEASE_MS), limit });

interface CheckResult {
  readonly fingerprint: string;
  readonly nextCheckAt: Date;
  readonly changedAt?: Date;
}

/** Writes the result of a check. Returns false if another check has been written since. */
export async function writeCheck(
  { prisma }: PrismaQueryable,
  { pollId, fingerprint }: ClaimedWatch,
  result: CheckResult,
): Promise<boolean> {
  const { count } = await prisma.webhookWatch.updateMany({
    where: { pollId, fingerprint },
    data: result,
  });
  return count > 0;
}

/** Deletes a claimed watch, unless a webhook has subscribed since, which changes its time. */
export async function endWatch(
  { prisma }: PrismaQueryable,
  { pollId, nextCheckAt }: ClaimedWatch,
): Promise<void> {
  await prisma.webhookWatch.deleteMany({ where: { pollId, nextCheckAt } });
}
