import type { Replica } from "@polls/db";
import { type ReadinessCheck, Unready } from "./readiness";

/** Reports a read replica that is away or late. The process does without it: its reads run on the primary. */
export const replicaCheck = (replica: Pick<Replica, "trouble">): ReadinessCheck => ({
  part: "replica",
  needed: false,
  async check() {
    const trouble = await replica.trouble();
    if (trouble !== undefined) throw new Unready(trouble);
  },
});
