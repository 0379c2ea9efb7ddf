import type { Replica } from "@polls/db/connection";
import { type ReadinessCheck, Unready } from "./readiness";

/**
 * Reports a read replica that is unavailable or lags behind. The process stays ready, because reads
 * then run on the primary.
 */
export const replicaCheck = (replica: Pick<Replica, "trouble">): ReadinessCheck => ({
  part: "replica",
  needed: false,
  async check() {
    const trouble = await replica.trouble();
    if (trouble !== undefined) throw new Unready(trouble);
  },
});
