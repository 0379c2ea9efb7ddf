import type { Replica, ReplicaFacts } from "@polls/db/connection";
import { type Diagnostic, type Finding, failed, ok, warning } from "./diagnostics";
import { type ReadinessCheck, Unready } from "./readiness";

/** Checks whether a read replica responds, follows the primary, and is up to date. */
export const replicaDiagnostic = (replica: Pick<Replica, "facts">): Diagnostic => ({
  name: "read replica",
  async run() {
    const facts = await replica.facts();
    const { opens, connections } = facts;
    return { ...findingOfReplica(facts), replica: { opens, connections } };
  },
  remedy: "look at the replica and at DATABASE_REPLICA_URL; the primary answers in its place",
});

const MB = 1_000_000;

/** The finding about a read replica, for operators. */
export function findingOfReplica(facts: ReplicaFacts): Finding {
  const { isStandby, sameDatabase, receives, feedback, behindBytes } = facts;
  if (!sameDatabase) {
    return failed(
      "DATABASE_REPLICA_URL leads to another database than DATABASE_URL",
      "name a standby of the server of DATABASE_URL, with the same database, before it is read",
    );
  }
  if (!isStandby) {
    return failed(
      "DATABASE_REPLICA_URL leads to a server that is no standby, so nothing is read there",
      "name a standby, or unset DATABASE_REPLICA_URL",
    );
  }
  if (behindBytes > 0) {
    return warning(
      `${(behindBytes / MB).toFixed(1)} MB of the log behind, so the primary answers in its place`,
      receives
        ? "look at its load, its disk, and reads that hold up the replay"
        : "it receives no log: look at primary_conninfo and at the log of the replica",
    );
  }
  if (!receives) {
    return warning(
      "it has what the primary has, and receives no log now",
      "look at primary_conninfo; stop it if it followed a primary that failed",
    );
  }
  if (feedback) return ok("it follows the primary, and has what the primary has");
  return warning(
    "it follows the primary, and long exports on it may be canceled",
    "set hot_standby_feedback = on at the replica",
  );
}

/** Reports a missing or late read replica. The process stays ready and reads the primary. */
export const replicaCheck = (replica: Pick<Replica, "trouble">): ReadinessCheck => ({
  part: "replica",
  needed: false,
  async check() {
    const trouble = await replica.trouble();
    if (trouble !== undefined) throw new Unready(trouble);
  },
});
