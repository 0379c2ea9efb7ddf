import type { DatabaseWatch } from "@polls/db/connection";
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
 * Requires the database. The watch has its own connection: a query through the pool would wait
 * behind requests, and report load as an outage.
 */
export const databaseCheck = (watch: Pick<DatabaseWatch, "answers">): ReadinessCheck => ({
  part: "database",
  needed: true,
  async check() {
    if (!watch.answers()) throw new Error("the database does not answer");
  },
});

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
