import type { QueueBackend, WrongSetting } from "@polls/jobs";
import type { ReadinessCheck } from "./readiness";

/**
 * The check of the settings of Redis. It makes no process unready: lost jobs are sent again from
 * the outbox, and another process would find the same Redis.
 */
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
