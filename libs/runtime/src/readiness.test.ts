// Covers docs/reliability.md: ending-a-process, overload

import { checkReadiness, type ReadinessCheck, repeatChecks, Unready } from "./readiness";

const answers = async () => undefined;
const isAway = async () => {
  throw new Error("connect ECONNREFUSED postgresql://u:secret@db");
};
const hangs = () => new Promise(() => undefined);

const part = (name: string, needed: boolean, check: ReadinessCheck["check"]): ReadinessCheck => ({
  part: name,
  needed,
  check,
});

describe("checkReadiness", () => {
  test.each<[string, readonly ReadinessCheck[], boolean, Record<string, string>]>([
    ["all parts answer", [part("database", true, answers)], true, { database: "ok" }],
    ["a needed part is away", [part("database", true, isAway)], false, { database: "away" }],
    [
      "a part that is reported only is away",
      [part("database", true, answers), part("redis", false, isAway)],
      true,
      { database: "ok", redis: "away" },
    ],
    [
      "a needed part does not answer in time",
      [part("queue", true, hangs)],
      false,
      { queue: "no answer within 20 ms" },
    ],
    [
      "a check fails before it begins",
      [
        part("queue", true, () => {
          throw new Error("bad");
        }),
      ],
      false,
      { queue: "away" },
    ],
    [
      "a check has a word for its error",
      [{ ...part("storage", false, isAway), trouble: () => "full" }],
      true,
      { storage: "full" },
    ],
    [
      "a reason that may be shown is",
      [
        part("queue", true, async () => {
          throw new Unready("stuck");
        }),
      ],
      false,
      { queue: "stuck" },
    ],
  ])("%s", async (_case, checks, ready, parts) => {
    expect(await checkReadiness(checks, { deadlineMs: 20 })).toEqual({ ready, parts });
  });

  test("a process that is ending is not ready", async () => {
    const checks = [part("database", true, answers)];
    expect(await checkReadiness(checks, { ending: true })).toEqual({
      ready: false,
      parts: { process: "ending", database: "ok" },
    });
  });

  test("checks run concurrently, so that one deadline covers all of them", async () => {
    const checks = Array.from({ length: 10 }, (_, i) => part(`part ${i}`, true, hangs));
    const began = performance.now();
    await checkReadiness(checks, { deadlineMs: 500 });
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  test("the signal of a check is aborted at the deadline", async () => {
    let told = false;
    const check = (signal: AbortSignal) =>
      new Promise((_, reject) =>
        signal.addEventListener("abort", () => {
          told = true;
          reject(signal.reason);
        }),
      );
    await checkReadiness([part("queue", true, check)], { deadlineMs: 10 });
    expect(told).toBe(true);
  });
});

test("repeated checks return their last result immediately, even while a check hangs", async () => {
  let isAway = false;
  const looks: (() => void)[] = [];
  const check = async () => {
    if (isAway) throw new Error("away");
    await new Promise<void>((resolve) => looks.push(resolve));
  };
  const endLooks = () => {
    for (const end of looks.splice(0)) end();
  };
  const repeated = repeatChecks([part("database", true, check)], 1);
  const state = () => checkReadiness(repeated.checks, { deadlineMs: 60_000 });
  try {
    const first = state();
    await until(() => looks.length > 0);
    endLooks();
    expect(await first).toEqual({ ready: true, parts: { database: "ok" } });
    await until(() => looks.length > 0);
    expect((await state()).ready).toBe(true);

    isAway = true;
    endLooks();
    await until(async () => !(await state()).ready);
    expect((await state()).parts).toEqual({ database: "away" });
  } finally {
    isAway = true;
    endLooks();
    await repeated.close();
  }
});

test("a part that is only reported is checked less often while no request asks for it", async () => {
  const looks = { database: 0, storage: 0 };
  const counted = (name: keyof typeof looks) => async () => {
    looks[name]++;
  };
  const repeated = repeatChecks(
    [part("database", true, counted("database")), part("storage", false, counted("storage"))],
    1,
  );
  try {
    await until(() => looks.database >= 60);
    expect(looks.storage).toBeLessThan(looks.database / 2);

    const before = looks.storage;
    await until(async () => {
      await checkReadiness(repeated.checks);
      return looks.storage >= before + 20;
    });
    expect(looks.storage).toBeGreaterThanOrEqual(before + 20);
  } finally {
    await repeated.close();
  }
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 1));
}
