import type { DatabaseWatch } from "@polls/db/connection";
import type { ReadinessCheck } from "./readiness";

/** A connection of its own: a query through the pool would report load as an outage. */
export const databaseCheck = (watch: Pick<DatabaseWatch, "answers">): ReadinessCheck => ({
  part: "database",
  needed: true,
  async check() {
    if (!watch.answers()) throw new Error("the database does not answer");
  },
});
