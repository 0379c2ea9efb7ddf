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
 * A function that checks the next few counts, round after round. `tally_drift` is the number of wrong counts in the
 * last whole round, or in the current one if that is greater.
 */
export function createTallyRound({ db, log, metrics }: TallyWatchDeps): () => Promise<void> {
  let cursor = driftStart;
  let lastRound = 0;
  let thisRound = 0;
  return async function step() {
    const { drift, next } = await lookForDrift(db, cursor);
    if (drift > 0) log.error({ drift, after: String(cursor.option) }, "counts do not equal votes");
    thisRound += drift;
    metrics.set("tally_drift", {}, Math.max(lastRound, thisRound));
    cursor = next ?? driftStart;
    if (next !== undefined) return;
    lastRound = thisRound;
    thisRound = 0;
    metrics.set("tally_drift", {}, lastRound);
  };
}

/** Compares some counts with their votes once a minute, in every gateway. */
export const watchTallies = (deps: TallyWatchDeps): Repetition =>
  runEvery(EVERY_MS, createTallyRound(deps), (err) =>
    deps.log.warn({ err }, "counts could not be checked; the same ones are checked again"),
  );
