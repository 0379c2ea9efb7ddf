import type { Db } from "@polls/db/connection";
import { driftStart, sampleDrift } from "@polls/db/counts";
import { perShard, type Shards } from "@polls/db/shards";
import { onEachShard, type Repetition, runEvery } from "@polls/runtime";
import type { Logger, Metrics } from "@polls/telemetry";

const EVERY_MS = 60_000;

export interface TallyWatchDeps {
  readonly db: Pick<Db, "pool">;
  readonly log: Logger;
  /** Gets the number of wrong counts in the last whole round, or in the current one if that is greater. */
  readonly reportDrift: (drift: number) => void;
}

/** Creates a function that checks the next few counts of a shard, in endless rounds. */
export function createTallyRound({ db, log, reportDrift }: TallyWatchDeps): () => Promise<void> {
  let cursor = driftStart;
  let lastRound = 0;
  let thisRound = 0;
  return async function step() {
    const { drift, wrong, next } = await sampleDrift(db, cursor);
    if (drift > 0) log.error({ drift, wrong }, "counts do not equal votes");
    thisRound += drift;
    reportDrift(Math.max(lastRound, thisRound));
    cursor = next ?? driftStart;
    if (next !== undefined) return;
    lastRound = thisRound;
    thisRound = 0;
    reportDrift(lastRound);
  };
}

export interface TallyWatch extends Repetition {
  /** The number of wrong counts, as `tally_drift` has it. */
  readonly drift: () => number;
}

/** Compares some tallies of each shard with their votes once a minute, in every gateway. */
export function watchTallies({
  shards,
  log,
  metrics,
}: {
  readonly shards: Shards;
  readonly log: Logger;
  readonly metrics: Metrics;
}): TallyWatch {
  const drifts = new Map<number, number>();
  const drift = () => [...drifts.values()].reduce((added, one) => added + one, 0);
  const roundOn = perShard((db) =>
    createTallyRound({
      db,
      log,
      reportDrift(found) {
        drifts.set(db.shard, found);
        metrics.set("tally_drift", {}, drift());
      },
    }),
  );
  const check = onEachShard(shards, roundOn, (step) => step());
  const repetition = runEvery(EVERY_MS, check, (err) =>
    log.warn({ err }, "counts could not be checked; the same ones are checked again"),
  );
  return { ...repetition, drift };
}
