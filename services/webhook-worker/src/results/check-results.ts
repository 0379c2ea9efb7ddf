import { isResultsFingerprint, readResultsFingerprints } from "@polls/db/polls";
import { inTransaction, type PrismaQueryable } from "@polls/db/sql";
import {
  claimWatches,
  findSubscribedPolls,
  votedSince,
  type WatchRow,
  watchMissing,
} from "@polls/db/webhooks";
import { noteEvent } from "@polls/jobs/outbox";
import { BATCH, LEASE_MS, MISSING_MAX } from "../check-times";
import type { WebhookDeps } from "../deps";
import { decideCheck } from "./decide-check";

type Needs = Pick<WebhookDeps, "db" | "clock"> & {
  /** Minimum time between two `results.changed` events of a poll. */
  readonly resultsEveryMs: number;
};

/** Creates watches for polls that have subscribed webhooks and no watch. Returns their number. */
export const watchMissedPolls = ({ db, clock }: Needs): Promise<number> =>
  watchMissing(db, clock(), MISSING_MAX);

/**
 * Compares the fingerprints of due polls (ADR 0013) and enqueues deliveries for those that changed.
 * Casting a vote needs no extra work for it. May run concurrently in several processes. Returns the
 * number of changed polls. A failure for one poll does not delay the others; the first error is
 * thrown at the end.
 */
export async function checkResults(needs: Needs): Promise<number> {
  const { db, clock } = needs;
  const now = clock();
  const until = new Date(now.getTime() + LEASE_MS);
  const claimed = await claimWatches(db, { now, until, limit: BATCH });
  if (claimed.length === 0) return 0;
  const pollIds = claimed.map(({ pollId }) => pollId);
  const listened = await findSubscribedPolls(db, pollIds, ["results.changed"]);
  const fingerprints = await readResultsFingerprints(db, pollIds);
  const errors: unknown[] = [];
  let told = 0;
  for (const watch of claimed) {
    const found = {
      fingerprint: fingerprints.get(watch.pollId),
      listened: listened.has(watch.pollId),
    };
    try {
      told += Number(await finishCheck(needs, watch, found));
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return told;
}

async function finishCheck(
  { db, clock, resultsEveryMs }: Needs,
  watch: WatchRow,
  {
    fingerprint,
    listened,
  }: { readonly fingerprint: string | undefined; readonly listened: boolean },
): Promise<boolean> {
  const { pollId } = watch;
  const now = clock();
  const comparable = watch.fingerprint !== null && isResultsFingerprint(watch.fingerprint);
  const before = comparable ? watch : { ...watch, fingerprint: null };
  const decision = decideCheck({
    watch: before,
    fingerprint,
    listened,
    now,
    everyMs: resultsEveryMs,
    votedSince: !comparable && (await votedSince(db, pollId, watch.changedAt)),
  });
  if (decision.kind === "forget" || fingerprint === undefined) {
    await endWatch(db, watch);
    return false;
  }
  const seen = { fingerprint, nextCheckAt: new Date(now.getTime() + decision.checkInMs) };
  if (decision.kind === "wait") {
    await writeCheck(db, watch, seen);
    return false;
  }
  return inTransaction(db, async (tx) => {
    if (!(await writeCheck(tx, watch, { ...seen, changedAt: now }))) return false;
    return (await noteEvent(tx, { type: "results.changed", pollId, now })) > 0;
  });
}

interface CheckResult {
  readonly fingerprint: string;
  readonly nextCheckAt: Date;
  readonly changedAt?: Date;
}

/** Writes the result of a check. Returns false if another check has been written since. */
async function writeCheck(
  { prisma }: PrismaQueryable,
  { pollId, fingerprint }: WatchRow,
  result: CheckResult,
): Promise<boolean> {
  const { count } = await prisma.webhookWatch.updateMany({
    where: { pollId, fingerprint },
    data: result,
  });
  return count > 0;
}

/** Deletes a claimed watch, unless a webhook has subscribed since, which changes its time. */
async function endWatch(
  { prisma }: PrismaQueryable,
  { pollId, nextCheckAt }: WatchRow,
): Promise<void> {
  await prisma.webhookWatch.deleteMany({ where: { pollId, nextCheckAt } });
}
