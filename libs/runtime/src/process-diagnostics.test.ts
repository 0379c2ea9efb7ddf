import type { QueueServer } from "@polls/jobs";
import { diagnose } from "./diagnostics";
import { findingOfQueue, processDiagnostics } from "./process-diagnostics";

const watch = { answers: () => true, clockLeadMs: () => 0 };
const config = { production: true, unsafeSettings: [] };
const backend = { kind: "postgres", url: "postgresql://nowhere/none" } as const;

const redis = (facts: Partial<Extract<QueueServer, { kind: "redis" }>>): QueueServer => ({
  kind: "redis",
  version: "7.4.1",
  usedBytes: 3_200_000,
  maxBytes: 0,
  problems: [],
  ...facts,
});

test("a well configured process has no warnings", async () => {
  const results = await diagnose(processDiagnostics(watch, backend, config));
  expect(results.map(({ check, state }) => [check, state])).toEqual([
    ["settings", "ok"],
    ["database link", "ok"],
    ["clock", "ok"],
    ["queue", "ok"],
  ]);
});

test.each([
  [{ ...config, production: false }, watch, "settings", "warning", "not for production"],
  [
    { production: false, unsafeSettings: ["APP_SECRET is published"] },
    watch,
    ...(["settings", "warning", "APP_SECRET is published"] as const),
  ],
  [
    config,
    { ...watch, answers: () => false },
    ...(["database link", "failed", "the database does not answer"] as const),
  ],
  [
    config,
    { ...watch, clockLeadMs: () => -90_000 },
    ...(["clock", "warning", "90 s behind the database"] as const),
  ],
])("%j, %p: %s is %s: %s", async (given, seen, check, state, found) => {
  const results = await diagnose(processDiagnostics(seen, backend, given));
  expect(results.find((result) => result.check === check)).toEqual({
    check,
    state,
    found: expect.stringContaining(found),
    remedy: expect.any(String),
  });
});

test.each<[QueueServer, object]>([
  [{ kind: "postgres" }, { state: "ok" }],
  [redis({}), { state: "ok", found: "Redis 7.4.1, 4 MB of no limit, keeps all jobs" }],
  [
    redis({ maxBytes: 512_000_000, problems: ["appendonly is off and must be on"] }),
    {
      state: "failed",
      found: "Redis 7.4.1, 4 MB of 512 MB: appendonly is off and must be on",
    },
  ],
])("%j: %j", (server, finding) => {
  expect(findingOfQueue(server)).toMatchObject(finding);
});
