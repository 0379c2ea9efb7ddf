import { findDueWebhookWork } from "@polls/db/webhooks";
import type { WebhookDeps } from "./deps";
import { tellPhases } from "./following/tell-phases";
import { tellVotes } from "./following/tell-votes";
import { checkResults } from "./results/check-results";
import { sweepDeliveries } from "./sweep";

type Needs = Pick<WebhookDeps, "db" | "clock"> &
  Parameters<typeof tellVotes>[0] &
  Parameters<typeof checkResults>[0];

/**
 * Runs the periodic work that is due. One statement finds out, so that a worker without webhooks does almost nothing.
 * A failure of one work does not stop the others; the first error is thrown at the end.
 */
export async function workOnDue(needs: Needs): Promise<void> {
  const due = await findDueWebhookWork(needs.db, needs.clock());
  const results = await Promise.allSettled([
    due.deliveries && sweepDeliveries(needs),
    due.votes && tellVotes(needs),
    due.phases && tellPhases(needs),
    due.results && checkResults(needs),
  ]);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
