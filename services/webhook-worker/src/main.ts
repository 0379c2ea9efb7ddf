import { egressExceptions } from "@polls/config";
import { deleteOldPaces } from "@polls/db";
import { consumer, runWorker } from "@polls/runtime";
import { loadConfig } from "./config";
import { showAttemptCounters } from "./deliveries";
import { egressDiagnostic } from "./delivery/egress-diagnostic";
import { createPacer } from "./delivery/pacer";
import { createPost } from "./delivery/post";
import { createShares } from "./delivery/shares";
import { followMissedPolls } from "./following/follow-polls";
import { createSettledVotes } from "./following/settled-votes";
import { tellPhases } from "./following/tell-phases";
import { tellVotes } from "./following/tell-votes";
import { handlers } from "./handlers";
import { checkResults, watchMissedPolls } from "./results/check-results";
import { sweepDeliveries } from "./sweep";

/** How often due deliveries are claimed. */
const SWEEP_MS = 1_000;
/** How often polls without a watch are looked for. */
const WATCH_MS = 60_000;
/** How often results are checked, unless `WEBHOOK_RESULTS_SECONDS` is less. */
const LOOK_MS = 1_000;
/** After this time without a delivery a pace says nothing. */
const PACE_MS = 3_600_000;
/** How often followed polls are looked at. */
const FOLLOW_MS = 1_000;

void runWorker(
  "webhook-worker",
  () => loadConfig(process.env),
  ({ concurrency }) => Math.min(concurrency, 10) + 3,
  async (config, { db, clock, log, metrics }) => {
    const allowed = egressExceptions(config.egress);
    if (allowed !== undefined) log.warn(allowed, "webhooks may call more than the public internet");
    const { resultsEveryMs } = config;
    const deps = {
      db,
      post: createPost(config),
      shares: createShares(config.concurrency),
      pacer: createPacer(config.rates.ofOwnerToSite),
      settings: config,
      clock,
      resultsEveryMs,
      settledVotes: createSettledVotes(db),
      metrics,
    };
    showAttemptCounters(metrics);
    const lookMs = Math.min(LOOK_MS, resultsEveryMs);
    return {
      diagnostics: [egressDiagnostic(config.egress)],
      consumers: [consumer("webhook", handlers, deps, config.concurrency)],
      chores: [
        { name: "sweep", everyMs: SWEEP_MS, work: () => sweepDeliveries(deps) },
        { name: "watch", everyMs: WATCH_MS, work: () => watchMissedPolls(deps) },
        { name: "follow", everyMs: WATCH_MS, work: () => followMissedPolls(deps) },
        {
          name: "forget paces",
          everyMs: WATCH_MS,
          work: () => deleteOldPaces(db, new Date(clock().getTime() - PACE_MS)),
        },
        { name: "tell votes", everyMs: FOLLOW_MS, work: () => tellVotes(deps) },
        { name: "tell phases", everyMs: FOLLOW_MS, work: () => tellPhases(deps) },
        { name: "look at results", everyMs: lookMs, work: () => checkResults(deps) },
      ],
    };
  },
);
