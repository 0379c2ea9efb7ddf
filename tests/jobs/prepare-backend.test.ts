// Covers docs/reliability.md: ending-a-process, wrong-redis-settings

import { prepareBackend } from "@polls/jobs";
import { createLogger } from "@polls/telemetry";
import {
  createEmptyDatabase,
  describeWithRedis,
  startFaultProxy,
  startTestRedis,
  waitFor,
} from "@polls/testing";

const lines: string[] = [];
const log = createLogger("test", { destination: { write: (line) => void lines.push(line) } });
const never = new AbortController().signal;

beforeEach(() => {
  lines.length = 0;
});

describeWithRedis("preparing Redis", () => {
  const durable = ["--appendonly", "yes"];

  test.each([
    ["keeps jobs", durable, undefined],
    ["does not append to a file", [], /appendonly is off/],
    ["evicts", [...durable, "--maxmemory-policy", "allkeys-lru"], /allkeys-lru/],
  ])("in production one that %s", async (_what, args, refusal) => {
    const { url } = await startTestRedis({ args });
    const prepared = prepareBackend({ kind: "redis", url }, { strict: true, log, signal: never });
    if (refusal === undefined) await expect(prepared).resolves.toBeUndefined();
    else await expect(prepared).rejects.toMatchObject({ name: "WrongSetting", message: refusal });
  });

  test("in development a wrong setting is a warning", async () => {
    const { url } = await startTestRedis();
    await prepareBackend({ kind: "redis", url }, { strict: false, log, signal: never });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: "warn",
        msg: "Redis has settings with which it may lose jobs: appendonly is off and must be on",
      },
    ]);
  });

  test("waits for a Redis that is down", async () => {
    const { url } = await startTestRedis({ args: durable });
    const proxy = await startFaultProxy(url);
    await proxy.set({ mode: "refuse" });
    let prepared = false;
    const preparing = prepareBackend(
      { kind: "redis", url: proxy.url },
      { strict: true, log, signal: never },
    ).then(() => {
      prepared = true;
    });
    await waitFor(() => lines.length > 0, { what: "the wait to be told" });
    expect(prepared).toBe(false);
    await proxy.set({ mode: "pass" });
    await preparing;
  });
});

describe("preparing PostgreSQL", () => {
  test("creates the tables, also concurrently and repeatedly", async () => {
    const { url } = await createEmptyDatabase();
    const prepare = () =>
      prepareBackend({ kind: "postgres", url }, { strict: true, log, signal: never });
    await Promise.all([prepare(), prepare(), prepare()]);
    await prepare();
    expect(lines).toEqual([]);
  });

  test("a process that ends stops waiting", async () => {
    const ending = new AbortController();
    const waiting = prepareBackend(
      { kind: "postgres", url: "postgresql://nobody@127.0.0.1:1/none" },
      { strict: true, log, signal: ending.signal },
    );
    await waitFor(() => lines.length > 0, { what: "the wait to be told" });
    ending.abort();
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  });
});
