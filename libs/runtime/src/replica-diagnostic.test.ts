import { diagnose } from "./diagnostics";
import { findingOfReplica, replicaDiagnostic } from "./replica-diagnostic";

const facts = {
  ...{ isStandby: true, sameDatabase: true, receives: true, feedback: true, behindBytes: 0 },
};

test.each([
  [{}, "ok", "has what the primary has"],
  [{ sameDatabase: false }, "failed", "another database"],
  [{ isStandby: false }, "failed", "no standby"],
  [{ behindBytes: 5_200_000 }, "warning", "5.2 MB of the log behind"],
  [{ receives: false }, "warning", "receives no log now"],
  [{ feedback: false }, "warning", "may be canceled"],
])("a replica with %j is %s: %s", (difference, state, found) => {
  expect(findingOfReplica({ ...facts, ...difference })).toMatchObject({
    ...{ state, found: expect.stringContaining(found) },
  });
});

test("one that is late and receives nothing is to be connected", () => {
  const { remedy } = findingOfReplica({ ...facts, behindBytes: 1_000_000, receives: false });
  expect(remedy).toContain("primary_conninfo");
});

test("one that does not answer has failed, with what to do", async () => {
  const away = () => Promise.reject(new Error("connect ECONNREFUSED"));
  expect(await diagnose([replicaDiagnostic({ facts: away })])).toEqual([
    {
      ...{ check: "read replica", state: "failed", found: "connect ECONNREFUSED" },
      remedy: expect.stringContaining("DATABASE_REPLICA_URL"),
    },
  ]);
});
