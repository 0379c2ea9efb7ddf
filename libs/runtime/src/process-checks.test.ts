// Covers docs/reliability.md: clock-skew

import type { Queryable } from "@polls/db/sql";
import { clockCheck, databaseCheck } from "./process-checks";
import { checkReadiness } from "./readiness";

describe("the database", () => {
  const answering = { answers: () => true };
  /** Answers its queries by the given promises, one after the other. */
  function poolOf(...answers: readonly Promise<unknown>[]) {
    let asked = 0;
    const run: jest.Mock = jest.fn(() => answers[asked++]);
    return { run, pool: { run } as Queryable };
  }
  const row = Promise.resolve({ rows: [{ moment: new Date() }], rowCount: 1 });
  const stateOf = async (check: ReturnType<typeof databaseCheck>) =>
    (await checkReadiness([check], { deadlineMs: 20 })).parts.database;

  test("is ready once each pool has answered, and is then asked no more", async () => {
    let answer: (row: unknown) => void = () => {};
    const slow = poolOf(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const quick = poolOf(row);
    const check = databaseCheck(answering, [quick.pool, slow.pool]);
    expect(await stateOf(check)).toBe("no answer within 20 ms");
    expect(await stateOf(check)).toBe("no answer within 20 ms");
    answer(await row);
    expect(await stateOf(check)).toBe("ok");
    expect(await stateOf(check)).toBe("ok");
    expect([quick.run.mock.calls.length, slow.run.mock.calls.length]).toEqual([1, 1]);
  });

  test("is asked again after a pool got no connection", async () => {
    const { pool } = poolOf(Promise.reject(new Error("timeout")), row);
    const check = databaseCheck(answering, [pool]);
    expect([await stateOf(check), await stateOf(check)]).toEqual(["away", "ok"]);
  });

  test("is away once the watch hears nothing, also if the pools answer", async () => {
    const { pool, run } = poolOf(row);
    expect(await stateOf(databaseCheck({ answers: () => false }, [pool]))).toBe("away");
    expect(run).not.toHaveBeenCalled();
  });
});

test.each([
  [0, "ok"],
  [1_000, "ok"],
  [-1_000, "ok"],
  [1_001, "1 s ahead of the database"],
  [-1_001, "1 s behind the database"],
  [90_000, "90 s ahead of the database"],
])(
  "a clock that is %i ms ahead is reported as %s, and the process stays ready",
  async (leadMs, clock) => {
    const check = clockCheck({ clockLeadMs: () => leadMs });
    expect(await checkReadiness([check])).toEqual({ ready: true, parts: { clock } });
  },
);
