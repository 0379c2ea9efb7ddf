import { isResultsFingerprint, readResultsFingerprints } from "@polls/db/polls";
import { inTransaction } from "@polls/db/sql";
import { findSubscribedPolls, votedSince, watchMissing } from "@polls/db/webhooks";
import { noteEvent } from "@polls/jobs/outbox";
import { BATCH, MISSING_MAX } from "../check-times";
import type { WebhookDeps } from "../deps";
import { decideCheck } from "./decide-check";
import { type ClaimedWatch, claimWatches, endWatch, writeCheck } from "./watches.repository";

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
  const claimed = await claimWatches(db, clock(), BATCH);
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
  watch: ClaimedWatch,
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
