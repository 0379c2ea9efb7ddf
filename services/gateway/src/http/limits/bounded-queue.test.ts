// Covers docs/reference/access.md: password-budgets
// Covers docs/reliability.md: poll-passwords

import { Problem } from "../replies/problem";
import { createBoundedQueue } from "./bounded-queue";

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
  const queue = createBoundedQueue({ ...options, concurrent: 2 });
  const log: string[] = [];
  const tasks = ["a", "b", "c"].map((name) => task(name, log));
  const results = tasks.map(({ run }) => queue.run("k", run));
  await turn();
  expect(log).toEqual(["a", "b"]);
  for (const { end } of tasks) end();
  expect(await Promise.all(results)).toEqual(["a", "b", "c"]);
});

test("tasks of different keys run in rotation, however many tasks one key has queued", async () => {
  const queue = createBoundedQueue({ ...options, concurrent: 1 });
  const log: string[] = [];
  const first = task("first", log);
  const results = [
    queue.run("attacker", first.run),
    ...["a1", "a2", "a3"].map((name) => queue.run("attacker", async () => log.push(name))),
    queue.run("other", async () => log.push("other")),
  ];
  first.end();
  await Promise.all(results);
  expect(log).toEqual(["first", "a1", "other", "a2", "a3"]);
});

test.each([
  ["of one key", ["k", "k", "k", "k"]],
  ["of all keys", ["k", "l", "m", "n", "o"]],
])("a task above the queue limit %s gets 503 at once", async (_case, keys) => {
  const queue = createBoundedQueue({ ...options, concurrent: 1 });
  const running = task("running", []);
  const first = queue.run("first", running.run);
  const waiting = keys.slice(0, -1).map((key) => queue.run(key, async () => "done"));
  await expect(queue.run(keys.at(-1) ?? "", async () => "done")).rejects.toMatchObject({
    status: 503,
    headers: { "Retry-After": "2" },
  });
  running.end();
  await first;
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["done"]));
});

test("a task that waits longer than the timeout gets 503 and leaves the queue", async () => {
  const queue = createBoundedQueue({ ...options, concurrent: 1, maxWaiting: 1, timeoutMs: 1 });
  const running = task("running", []);
  const first = queue.run("k", running.run);
  await expect(queue.run("k", async () => "late")).rejects.toBeInstanceOf(Problem);
  running.end();
  await first;
  expect(await queue.run("k", async () => "next")).toBe("next");
});

test("a failed task frees its slot for the next task", async () => {
  const queue = createBoundedQueue({ ...options, concurrent: 1 });
  const failing = queue.run("k", async () => {
    throw new Error("no");
  });
  const next = queue.run("k", async () => "next");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("next");
});
