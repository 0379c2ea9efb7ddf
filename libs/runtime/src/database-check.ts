import type { DatabaseWatch } from "@polls/db/connection";
import type { ReadinessCheck } from "./readiness";

/**
 * Requires the database. The watch checks it on a separate connection: a query through the pool
 * would wait behind requests, and report load as an outage.
 */
export const databaseCheck = (watch: Pick<DatabaseWatch, "answers">): ReadinessCheck => ({
  part: "database",
  needed: true,
  async check() {
    if (!watch.answers()) throw new Error("the database does not answer");
  },
});
