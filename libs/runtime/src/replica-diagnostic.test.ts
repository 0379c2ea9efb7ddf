import { diagnose } from "./diagnostics";
import { findingOfReplica, replicaDiagnostic } from "./replica-diagnostic";

const facts = {
  isStandby: true,
  sameDatabase: true,
  receives: true,
  feedback: true,
  behindBytes: 0,
  connections: 97,
  opens: 13,
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
    state,
    found: expect.stringContaining(found),
  });
});

test("the remedy for a replica that lags and receives nothing is to connect it", () => {
  const { remedy } = findingOfReplica({ ...facts, behindBytes: 1_000_000, receives: false });
  expect(remedy).toContain("primary_conninfo");
});

test("a replica that does not respond has failed, with a remedy", async () => {
  const away = () => Promise.reject(new Error("connect ECONNREFUSED"));
  expect(await diagnose([replicaDiagnostic({ facts: away })])).toEqual([
    {
      check: "read replica",
      state: "failed",
      found: "connect ECONNREFUSED",
      remedy: expect.stringContaining("DATABASE_REPLICA_URL"),
    },
  ]);
});

test("the finding has the number of connections, so that doctor can add those of all gateways", async () => {
  expect(await diagnose([replicaDiagnostic({ facts: async () => facts })])).toMatchObject([
    { check: "read replica", replica: { opens: 13, connections: 97 } },
  ]);
});
