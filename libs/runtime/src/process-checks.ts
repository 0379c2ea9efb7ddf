import type { DatabaseWatch } from "@polls/db/connection";
import { type Queryable, readMoment } from "@polls/db/sql";
import type { QueueBackend, WrongSetting } from "@polls/jobs";
import { type ReadinessCheck, Unready } from "./readiness";

const MAX_LEAD_MS = 1_000;

/** How far the clock of the machine is from the database's. Undefined if the difference is at most a second. */
export function describeLead(leadMs: number): string | undefined {
  if (Math.abs(leadMs) <= MAX_LEAD_MS) return undefined;
  const seconds = Math.round(Math.abs(leadMs) / 1_000);
  return `${seconds} s ${leadMs > 0 ? "ahead of" : "behind"} the database`;
}

/**
 * Reports a clock that is more than a second off. The process stays ready: no decision uses the
 * clock of the machine (docs/adr/0019-one-clock.md).
 */
export const clockCheck = (watch: Pick<DatabaseWatch, "clockLeadMs">): ReadinessCheck => ({
  part: "clock",
  needed: false,
  async check() {
    const lead = describeLead(watch.clockLeadMs());
    if (lead !== undefined) throw new Unready(lead);
  },
});

/**
 * Requires the database, and once an answer through each of its pools: the first connection may take
 * long on a busy machine. Later the watch tells, which has its own connection: a query through a pool
 * would wait behind requests, and report load as an outage.
 */
export function databaseCheck(
  watch: Pick<DatabaseWatch, "answers">,
  pools: readonly Queryable[],
): ReadinessCheck {
  let first: Promise<unknown> | undefined;
  const connect = async () => {
    try {
      await Promise.all(pools.map(readMoment));
    } catch (error) {
      first = undefined;
      throw error;
    }
  };
  return {
    part: "database",
    needed: true,
    async check() {
      if (!watch.answers()) throw new Error("the database does not answer");
      first ??= connect();
      await first;
    },
  };
}

/** Makes no process unready: the outbox sends lost jobs again, and others find the same Redis. */
export const queueSettingsCheck = (
  backend: QueueBackend,
  wrong: () => WrongSetting | undefined,
): readonly ReadinessCheck[] =>
  backend.kind === "postgres"
    ? []
    : [
        {
          part: "queue settings",
          needed: false,
          trouble: () => "may lose jobs",
          async check() {
            const found = wrong();
            if (found !== undefined) throw found;
          },
        },
      ];
