import type { Replica } from "@polls/db/connection";
import { type ReadinessCheck, Unready } from "./readiness";

/** Reports a missing or late read replica. The process stays ready and reads the primary. */
export const replicaCheck = (replica: Pick<Replica, "trouble">): ReadinessCheck => ({
  part: "replica",
  needed: false,
  async check() {
    const trouble = await replica.trouble();
    if (trouble !== undefined) throw new Unready(trouble);
  },
});
