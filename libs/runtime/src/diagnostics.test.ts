import { diagnose, failed, ok, shared, warning } from "./diagnostics";

const throwing = (error: unknown) => ({
  name: "part",
  remedy: "look at the part",
  run: async () => {
    throw error;
  },
});

describe("diagnose", () => {
  test("runs all diagnostics concurrently, and returns results in order", async () => {
    let running = 0;
    let most = 0;
    const one = (name: string) => ({
      name,
      async run() {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return name === "disk" ? warning("is slow", "buy another") : ok("is fast");
      },
    });
    expect(await diagnose([one("disk"), one("net")])).toEqual([
      { check: "disk", state: "warning", found: "is slow", remedy: "buy another" },
      { check: "net", state: "ok", found: "is fast" },
    ]);
    expect(most).toBe(2);
  });

  test("a diagnostic that exceeds its deadline fails, and its signal is aborted", async () => {
    let stopped = false;
    const hanging = {
      name: "server",
      remedy: "look at the server",
      run: (signal: AbortSignal) =>
        new Promise<never>(() => {
          signal.addEventListener("abort", () => {
            stopped = true;
          });
        }),
    };
    expect(await diagnose([hanging], 20)).toEqual([
      { check: "server", ...failed("no answer within 0.02 s", "look at the server") },
    ]);
    expect(stopped).toBe(true);
  });

  test.each<[string, unknown, string]>([
    ["a message", new Error("the disk is away"), "the disk is away"],
    [
      "a secret in a message",
      new Error("connect postgresql://polls:hunter2@db/polls"),
      "connect postgresql://[redacted]@db/polls",
    ],
    ["a code without a message", Object.assign(new Error(""), { code: "EAI_AGAIN" }), "EAI_AGAIN"],
    ["several attempts", new AggregateError([new Error("refused")]), "refused"],
  ])("what one throws is a failure: %s", async (_what, error, found) => {
    expect(await diagnose([throwing(error)])).toEqual([
      { check: "part", state: "failed", found, remedy: "look at the part" },
    ]);
  });
});

describe("shared", () => {
  test("a result is kept for its time, and then computed again", async () => {
    let made = 0;
    const kept = shared(async () => ++made, 60_000);
    expect(await Promise.all([kept(), kept()])).toEqual([1, 1]);
    expect(await kept()).toBe(1);
    const passing = shared(async () => ++made, 0);
    expect([await passing(), await passing()]).toEqual([2, 3]);
  });

  test("concurrent calls share one computation", async () => {
    let made = 0;
    let end = () => {};
    const slow = shared(() => {
      made += 1;
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    }, 0);
    const asked = [slow(), slow()];
    expect(made).toBe(1);
    end();
    await Promise.all(asked);
  });
});
