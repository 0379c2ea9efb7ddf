import {
  findSubscribedPolls,
  inTransaction,
  readPollFingerprints,
  votedSince,
  watchMissing,
} from "@polls/db";
import { noteEvent } from "@polls/jobs/outbox";
import type { WebhookDeps } from "../deps";
import { judgeLook } from "./judge-look";
import { type ClaimedWatch, claimWatches, writeLook } from "./watches.repository";

/** Polls of one check; others wait for the next. */
const BATCH = 200;
/** The most polls that one statement begins to watch. */
const MISSING_MAX = 5_000;

type Needs = Pick<WebhookDeps, "db" | "clock"> & {
  /** The least time between two `results.changed` of a poll. */
  readonly resultsEveryMs: number;
};

/** Watches what webhooks want to know of and nobody watches. Gives how many polls that are. */
export const watchMissedPolls = ({ db, clock }: Needs): Promise<number> =>
  watchMissing(db, clock(), MISSING_MAX);

/**
 * Looks which of the polls whose time has come have changed, by the fingerprints that streams of results go by
 * (ADR 0013), and has webhooks told. Votes know nothing of it. May run anywhere and twice at once: gives
 * how many polls it found changed. A look that fails keeps no other poll waiting; the first error is thrown
 * once all are done.
 */
export async function lookAtResults(needs: Needs): Promise<number> {
  const { db, clock } = needs;
  const claimed = await claimWatches(db, clock(), BATCH);
  if (claimed.length === 0) return 0;
  const pollIds = claimed.map(({ pollId }) => pollId);
  const listened = await findSubscribedPolls(db, pollIds);
  const fingerprints = await readPollFingerprints(db, pollIds);
  const errors: unknown[] = [];
  let told = 0;
  for (const watch of claimed) {
    const found = { mark: fingerprints.get(watch.pollId), listened: listened.has(watch.pollId) };
    try {
      told += Number(await finishLook(needs, watch, found));
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return told;
}

async function finishLook(
  { db, clock, resultsEveryMs }: Needs,
  watch: ClaimedWatch,
  { mark, listened }: { readonly mark: string | undefined; readonly listened: boolean },
): Promise<boolean> {
  const { pollId } = watch;
  const now = clock();
  const verdict = judgeLook({
    ...{ watch, mark, listened, now, everyMs: resultsEveryMs },
    votedSince: watch.mark === null && (await votedSince(db, pollId, watch.changedAt)),
  });
  if (verdict.kind === "forget" || mark === undefined) {
    await db.prisma.webhookWatch.deleteMany({ where: { pollId } });
    return false;
  }
  const seen = { mark, nextLookAt: new Date(now.getTime() + verdict.lookInMs) };
  if (verdict.kind === "wait") {
    await writeLook(db, watch, seen);
    return false;
  }
  return inTransaction(db, async (tx) => {
    if (!(await writeLook(tx, watch, { ...seen, changedAt: now }))) return false;
    return (await noteEvent(tx, { type: "results.changed", pollId, now })) > 0;
  });
}
