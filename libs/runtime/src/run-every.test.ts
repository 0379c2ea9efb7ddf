import { runEvery, untilNextMs } from "./run-every";

test("repeats work, even after a failure, and never concurrently", async () => {
  const errors: unknown[] = [];
  let runs = 0;
  let atOnce = 0;
  await new Promise<void>((resolve) => {
    const repetition = runEvery(
      1,
      async () => {
        runs += 1;
        atOnce += 1;
        expect(atOnce).toBe(1);
        await new Promise(setImmediate);
        atOnce -= 1;
        if (runs === 1) throw new Error("the first fails");
        if (runs === 3) void repetition.close().then(resolve);
      },
      (error) => errors.push(error),
    );
  });
  expect(runs).toBe(3);
  expect(errors).toMatchObject([{ message: "the first fails" }]);
});

test("close waits for the running work, aborts its signal, and reports no error for it", async () => {
  const errors: unknown[] = [];
  let ended = false;
  let repetition: ReturnType<typeof runEvery> | undefined;
  await new Promise<void>((started) => {
    repetition = runEvery(
      1,
      async (signal) => {
        started();
        await new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)),
        );
      },
      (error) => errors.push(error),
    );
  });
  await repetition?.close().then(() => {
    ended = true;
  });
  expect(ended).toBe(true);
  expect(errors).toEqual([]);
});

describe("runNow", () => {
  test("runs immediately, and once more for all calls during a run", async () => {
    let runs = 0;
    let end = () => {};
    const work = () => {
      runs += 1;
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    };
    const repetition = runEvery(600_000, work, fail);
    const first = repetition.runNow();
    const during = [repetition.runNow(), repetition.runNow()];
    expect(runs).toBe(1);
    end();
    expect([await first, runs]).toEqual([true, 2]);
    end();
    expect([await Promise.all(during), runs]).toEqual([[true, true], 2]);
    await repetition.close();
    expect([await repetition.runNow(), runs]).toEqual([false, 2]);
  });

  test("a call that waits for a run does not start after the end", async () => {
    let runs = 0;
    const work = (signal: AbortSignal) => {
      runs += 1;
      return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    };
    const repetition = runEvery(600_000, work, fail);
    const asked = [repetition.runNow(), repetition.runNow()];
    await repetition.close();
    expect([await Promise.all(asked), runs]).toEqual([[true, false], 1]);
  });

  test("a failure is returned, and also reported like any other", async () => {
    const errors: unknown[] = [];
    const broken = async () => {
      throw new Error("broken");
    };
    const repetition = runEvery(600_000, broken, (error) => errors.push(error));
    expect(await repetition.runNow()).toBe(false);
    expect(errors).toEqual([new Error("broken")]);
    await repetition.close();
  });
});

function fail(error: unknown): never {
  throw error;
}

test("long pauses end together, and never late", () => {
  const ends = [10_001, 10_090, 10_249].map((now) => now + untilNextMs(1_000, now));
  expect(ends).toEqual([11_000, 11_000, 11_000]);
  // A run that ends just after the others does not drift away from them.
  expect(11_003 + untilNextMs(1_000, 11_003)).toBe(12_000);
  expect(untilNextMs(500, 11_003)).toBe(497);
  expect(untilNextMs(400, 10_001)).toBe(400);
});
