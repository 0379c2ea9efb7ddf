import type { QueueBackend, WrongSetting } from "@polls/jobs";
import type { ReadinessCheck } from "./readiness";

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
