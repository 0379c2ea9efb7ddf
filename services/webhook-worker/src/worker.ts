import { type EgressRules, egressExceptions } from "@polls/config";
import type { Db } from "@polls/db/connection";
import { perShard } from "@polls/db/shards";
import { deleteOldPaces, findDueWebhookWork } from "@polls/db/webhooks";
import { consumer, type Diagnostic, defineWorker, ok, onEachShard, warning } from "@polls/runtime";
import { loadConfig } from "./config";
import { showAttemptCounters } from "./deliveries";
import { createPacer } from "./delivery/pacer";
import { createPost } from "./delivery/post";
import { createShares } from "./delivery/shares";
import type { WebhookDeps } from "./deps";
import { followMissedPolls } from "./following/follow-polls";
import { createSettledVotes } from "./following/settled-votes";
import { tellPhases } from "./following/tell-phases";
import { tellVotes } from "./following/tell-votes";
import { handlers } from "./handlers";
import { checkResults, watchMissedPolls } from "./results/check-results";
import { sweepDeliveries } from "./sweep";

export const egressDiagnostic = (rules: EgressRules): Diagnostic => ({
  name: "webhook addresses",
  async run() {
    const allowed = egressExceptions(rules);
    if (allowed === undefined) return ok("the public internet alone, over https");
    // Node formats them as "Subnet: IPv4 10.0.0.0/8".
    const networks = allowed.networks.map((network) => network.split(" ").at(-1));
    const more = [...(allowed.insecure ? ["http:"] : []), ...networks].join(", ");
    return warning(
      `more than the public internet may be called: ${more}`,
      "unset WEBHOOK_ALLOW_NETWORKS and WEBHOOK_ALLOW_INSECURE, unless clients may reach these",
    );
  },
});

type Needs = Pick<WebhookDeps, "db" | "clock"> &
  Parameters<typeof tellVotes>[0] &
  Parameters<typeof checkResults>[0];

/**
 * Runs what is due. One statement finds out, so that a worker without webhooks does almost nothing.
 * A failure stops no other work; the first is thrown at the end.
 */
async function workOnDue(needs: Needs): Promise<void> {
  const due = await findDueWebhookWork(needs.db, needs.clock());
  const results = await Promise.allSettled([
    due.deliveries && sweepDeliveries(needs),
    due.votes && tellVotes(needs),
    due.phases && tellPhases(needs),
    due.results && checkResults(needs),
  ]);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** How often the worker looks for due work, unless `WEBHOOK_RESULTS_SECONDS` is less. */
const DUE_MS = 1_000;
/** How often the worker searches for polls without a watch. */
const WATCH_MS = 60_000;
/** A pace is deleted after this time without a delivery. */
const PACE_MS = 3_600_000;
const PACES_LIMIT = 10_000;

export const worker = defineWorker(
  "webhook-worker",
  loadConfig,
  ({ concurrency }) => Math.min(concurrency, 10) + 3,
  async (config, { shards, clock, log, metrics }) => {
    const allowed = egressExceptions(config.egress);
    if (allowed !== undefined) log.warn(allowed, "webhooks may call more than the public internet");
    const { resultsEveryMs } = config;
    const shared = {
      paces: shards.home,
      post: createPost(config),
      shares: createShares(config.concurrency),
      pacer: createPacer(config.rates.ofOwnerToSite),
      settings: config,
      clock,
      resultsEveryMs,
      metrics,
    };
    const depsOn = perShard((db: Db) => ({ ...shared, db, settledVotes: createSettledVotes(db) }));
    type Deps = ReturnType<typeof depsOn>;
    const onShards = (work: (deps: Deps) => Promise<unknown>) => onEachShard(shards, depsOn, work);
    showAttemptCounters(metrics);
    const dueMs = Math.min(DUE_MS, resultsEveryMs);
    return {
      diagnostics: [egressDiagnostic(config.egress)],
      consumers: [consumer("webhook", handlers, depsOn, config.concurrency)],
      chores: [
        { name: "watch", everyMs: WATCH_MS, work: onShards(watchMissedPolls) },
        { name: "follow", everyMs: WATCH_MS, work: onShards(followMissedPolls) },
        {
          name: "forget paces",
          everyMs: WATCH_MS,
          work: () =>
            deleteOldPaces(shards.home, new Date(clock().getTime() - PACE_MS), PACES_LIMIT),
        },
        { name: "due work", everyMs: dueMs, work: onShards(workOnDue) },
      ],
    };
  },
);
