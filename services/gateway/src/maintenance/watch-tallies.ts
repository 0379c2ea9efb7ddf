import { type Db, driftStart, lookForDrift } from "@polls/db";
import { type Repetition, runEvery } from "@polls/runtime";
import type { Logger, Metrics } from "@polls/telemetry";

const EVERY_MS = 60_000;

export interface TallyWatchDeps {
  readonly db: Pick<Db, "pool">;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * Goes through all counts in small steps, again and again. `tally_drift` is what the last whole round
 * found wrong, or this one so far if that is more.
 */
export function createTallyRound({ db, log, metrics }: TallyWatchDeps): () => Promise<void> {
  let cursor = driftStart;
  let lastRound = 0;
  let thisRound = 0;
  return async function step() {
    const { drift, next } = await lookForDrift(db, cursor);
    if (drift > 0) log.error({ drift, after: String(cursor.option) }, "counts do not equal votes");
    thisRound += drift;
    metrics.setTallyDrift(Math.max(lastRound, thisRound));
    cursor = next ?? driftStart;
    if (next !== undefined) return;
    lastRound = thisRound;
    thisRound = 0;
    metrics.setTallyDrift(lastRound);
  };
}

/** Looks once a minute whether counts still equal votes; every gateway does so for itself. */
export const watchTallies = (deps: TallyWatchDeps): Repetition =>
  runEvery(EVERY_MS, createTallyRound(deps), (err) =>
    deps.log.warn({ err }, "could not look at the counts; the same is looked at again"),
  );
