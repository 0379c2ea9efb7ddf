import { Problem } from "../replies/problem";
import { createLane } from "./lane";

const options = { maxWaiting: 4, maxWaitingOfKey: 3, timeoutMs: 60_000, message: "Too many" };

/** A task that runs until the test ends it. */
function task(name: string, log: string[]) {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    end,
    run: async () => {
      log.push(name);
      await done;
      return name;
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("runs as many tasks at a time as it may", async () => {
  const lane = createLane({ ...options, concurrent: 2 });
  const log: string[] = [];
  const tasks = ["a", "b", "c"].map((name) => task(name, log));
  const results = tasks.map(({ run }) => lane.run("k", run));
  await turn();
  expect(log).toEqual(["a", "b"]);
  for (const { end } of tasks) end();
  expect(await Promise.all(results)).toEqual(["a", "b", "c"]);
});

test("tasks of different keys run in rotation, however many tasks one key has queued", async () => {
  const lane = createLane({ ...options, concurrent: 1 });
  const log: string[] = [];
  const first = task("first", log);
  const results = [
    lane.run("attacker", first.run),
    ...["a1", "a2", "a3"].map((name) => lane.run("attacker", async () => log.push(name))),
    lane.run("other", async () => log.push("other")),
  ];
  first.end();
  await Promise.all(results);
  expect(log).toEqual(["first", "a1", "other", "a2", "a3"]);
});

test.each([
  ["of one key", ["k", "k", "k", "k"]],
  ["of all keys", ["k", "l", "m", "n", "o"]],
])("a task above the queue limit %s gets 503 at once", async (_case, keys) => {
  const lane = createLane({ ...options, concurrent: 1 });
  const running = task("running", []);
  const first = lane.run("first", running.run);
  const waiting = keys.slice(0, -1).map((key) => lane.run(key, async () => "done"));
  await expect(lane.run(keys.at(-1) ?? "", async () => "done")).rejects.toMatchObject({
    status: 503,
    headers: { "Retry-After": "2" },
  });
  running.end();
  await first;
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["done"]));
});

test("a task that waits longer than the timeout gets 503 and leaves the queue", async () => {
  const lane = createLane({ ...options, concurrent: 1, maxWaiting: 1, timeoutMs: 1 });
  const running = task("running", []);
  const first = lane.run("k", running.run);
  await expect(lane.run("k", async () => "late")).rejects.toBeInstanceOf(Problem);
  running.end();
  await first;
  expect(await lane.run("k", async () => "next")).toBe("next");
});

test("a failed task frees its slot for the next task", async () => {
  const lane = createLane({ ...options, concurrent: 1 });
  const failing = lane.run("k", async () => {
    throw new Error("no");
  });
  const next = lane.run("k", async () => "next");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("next");
});
