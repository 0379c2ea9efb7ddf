// Covers docs/reliability.md: ending-a-process

import { setImmediate } from "node:timers/promises";
import { Lifecycle } from "./lifecycle";

const recorder = () => {
  const closed: string[] = [];
  return { closed, close: async (thing: string) => void closed.push(thing) };
};

describe("Lifecycle", () => {
  test("closes resources in reverse order", async () => {
    const life = new Lifecycle();
    const { closed, close } = recorder();
    for (const thing of ["database", "queue", "server"]) life.add(thing, thing, close);
    expect(await life.end()).toEqual([]);
    expect(closed).toEqual(["server", "queue", "database"]);
  });

  test("a resource that fails to close does not prevent the next one from closing", async () => {
    const life = new Lifecycle();
    const { closed, close } = recorder();
    life.add("database", "database", close);
    life.add("queue", "queue", async () => {
      throw new Error("boom");
    });
    life.add("cache", "cache", () => {
      throw new Error("thrown at once");
    });
    const problems = await life.end();
    expect(problems.map(({ message }) => message)).toEqual([
      "cache did not close",
      "queue did not close",
    ]);
    expect(closed).toEqual(["database"]);
  });

  test("repeated calls end the process once", async () => {
    const life = new Lifecycle();
    const { closed, close } = recorder();
    life.add("database", "database", close);
    await Promise.all([life.end(), life.end()]);
    await life.end();
    expect(closed).toEqual(["database"]);
  });

  test("one deadline covers all resources, and the error lists the open ones", async () => {
    const life = new Lifecycle({ deadlineMs: 20 });
    const { closed, close } = recorder();
    life.add("database", "database", close);
    life.add("stuck queue", "queue", () => new Promise(() => undefined));
    const [problem] = await life.end();
    expect(problem?.message).toBe("still open after 20 ms: stuck queue, database");
    expect(closed).toEqual([]);
  });

  test("its signal is aborted before any resource is closed", async () => {
    const life = new Lifecycle();
    const seen: boolean[] = [];
    life.add("server", "server", async () => void seen.push(life.signal.aborted));
    expect(life.signal.aborted).toBe(false);
    await life.end();
    expect(seen).toEqual([true]);
  });

  test("an announced end keeps everything open for its time; another end cuts that short", async () => {
    const life = new Lifecycle();
    const { closed, close } = recorder();
    life.add("server", "server", close);
    life.announceEndFor(600_000);
    const end = life.end({ announced: true });
    await setImmediate();
    expect([life.signal.aborted, life.closing.aborted, closed]).toEqual([true, false, []]);
    void life.end({ announced: true });
    await setImmediate();
    expect(closed).toEqual([]);
    expect(await life.end()).toEqual([]);
    await end;
    expect([life.closing.aborted, closed]).toEqual([true, ["server"]]);
  });

  test("an announced end closes everything after its time", async () => {
    const life = new Lifecycle();
    const { closed, close } = recorder();
    life.add("server", "server", close);
    life.announceEndFor(20);
    const began = performance.now();
    expect(await life.end({ announced: true })).toEqual([]);
    expect(performance.now() - began).toBeGreaterThan(18);
    expect(closed).toEqual(["server"]);
  });

  test("an end without announcement closes everything immediately", async () => {
    const life = new Lifecycle();
    const { closed, close } = recorder();
    life.add("server", "server", close);
    life.announceEndFor(600_000);
    await life.end();
    expect(closed).toEqual(["server"]);
  });

  test("a resource that is added during the end is closed immediately", async () => {
    const life = new Lifecycle();
    await life.end();
    const { closed, close } = recorder();
    life.add("late", "late", close);
    await Promise.resolve();
    expect(closed).toEqual(["late"]);
  });
});
