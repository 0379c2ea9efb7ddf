import type { DatabaseWatch } from "@polls/db";
import type { ReadinessCheck } from "./readiness";

/**
 * Needs the database, as the watch finds it on a connection of its own. A question to a pool would wait
 * behind requests, and report load as an outage.
 */
export const databaseCheck = (watch: Pick<DatabaseWatch, "answers">): ReadinessCheck => ({
  part: "database",
  needed: true,
  async check() {
    if (!watch.answers()) throw new Error("the database does not answer");
  },
});
