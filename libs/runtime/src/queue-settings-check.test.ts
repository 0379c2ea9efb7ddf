// Covers docs/reliability.md: wrong-redis-settings

import { WrongSetting } from "@polls/jobs";
import { queueSettingsCheck } from "./process-checks";
import { checkReadiness } from "./readiness";

const redis = { kind: "redis", url: "redis://127.0.0.1:1" } as const;

test.each([
  ["of a Redis that keeps jobs", undefined, { "queue settings": "ok" }],
  [
    "of a Redis that loses jobs",
    new WrongSetting(["appendonly is off"]),
    { "queue settings": "may lose jobs" },
  ],
])("settings %s leave a process ready", async (_what, wrong, parts) => {
  const checks = queueSettingsCheck(redis, () => wrong);
  expect(await checkReadiness(checks)).toEqual({ ready: true, parts });
});

test("queues in PostgreSQL have no such part", () => {
  expect(queueSettingsCheck({ kind: "postgres", url: "postgresql://x" }, () => undefined)).toEqual(
    [],
  );
});
