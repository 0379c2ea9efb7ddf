// Covers docs/reliability.md: ending-a-process

import { readFileSync } from "node:fs";
import path from "node:path";
import { createMetrics } from "@polls/telemetry";
import { type Diagnostic, ok } from "./diagnostics";
import { type HealthServer, startHealthServer } from "./health-server";

const { version } = JSON.parse(
  readFileSync(path.resolve(__dirname, "../../../package.json"), "utf8"),
);

let connections: number;
const diagnosis = (...diagnostics: readonly Diagnostic[]) => ({
  service: "test",
  connections: () => connections,
  diagnostics,
});

describe("startHealthServer", () => {
  let ending: AbortController;
  let away: boolean;
  let looks: number;
  let swept: number;
  let server: HealthServer;
  const get = (path: string, method = "GET") =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { method });

  beforeEach(async () => {
    connections = 12;
    ending = new AbortController();
    away = false;
    looks = 0;
    swept = 0;
    server = await startHealthServer({
      port: 0,
      host: "127.0.0.1",
      metrics: createMetrics("test"),
      ending: ending.signal,
      chores: new Map([
        [
          "sweep",
          async () => {
            swept += 1;
            return swept === 1;
          },
        ],
      ]),
      diagnosis: diagnosis({
        name: "disk",
        run: async () => {
          looks += 1;
          return ok("is fast");
        },
      }),
      checks: [
        {
          part: "database",
          needed: true,
          check: async () => {
            if (away) throw new Error("away");
          },
        },
      ],
    });
  });
  afterEach(() => server.close());

  test("/healthz returns 200 with the version while the process runs", async () => {
    const reply = await get("/healthz");
    expect([reply.status, await reply.json()]).toEqual([200, { status: "ok", version }]);
  });

  test("/readyz returns 200 while all needed parts work, otherwise 503", async () => {
    expect((await get("/readyz")).status).toBe(200);
    away = true;
    const reply = await get("/readyz?verbose");
    expect([reply.status, await reply.json()]).toEqual([
      503,
      { ready: false, parts: { database: "away" } },
    ]);
  });

  test("/metrics returns the text format of Prometheus", async () => {
    const reply = await get("/metrics");
    expect(reply.headers.get("content-type")).toContain("text/plain");
    expect(await reply.text()).toContain("process_cpu_seconds_total");
  });

  test("/diagnosis runs the diagnostics once for concurrent requests", async () => {
    expect(looks).toBe(0);
    const replies = await Promise.all([get("/diagnosis"), get("/diagnosis"), get("/diagnosis")]);
    const results = [{ check: "disk", state: "ok", found: "is fast" }];
    for (const reply of replies) {
      expect(await reply.json()).toEqual({ service: "test", connections: 12, results });
    }
    expect(looks).toBe(1);
  });

  test("/diagnosis has the connections of shards that were added since the start", async () => {
    connections = 18;
    expect(await (await get("/diagnosis")).json()).toMatchObject({ connections: 18 });
  });

  test("each POST /sweep runs the tasks again", async () => {
    for (const outcome of ["done", "failed"]) {
      expect(await (await get("/sweep", "POST")).json()).toEqual({
        service: "test",
        chores: [{ chore: "sweep", outcome }],
      });
    }
    expect(swept).toBe(2);
  });

  test("a page of another origin cannot run tasks", async () => {
    const reply = await fetch(`http://127.0.0.1:${server.port}/sweep`, {
      method: "POST",
      headers: { Origin: "https://other.example" },
    });
    expect([reply.status, swept]).toEqual([403, 0]);
  });

  test.each([
    ["/nothing", "GET", 404],
    ["/constructor", "GET", 404],
    ["/healthz", "POST", 405],
    ["/healthz", "HEAD", 200],
    ["/sweep", "GET", 405],
  ])("%s with %s returns %d", async (path, method, status) => {
    expect((await get(path, method)).status).toBe(status);
  });

  test("a port that is in use rejects", async () => {
    const options = {
      port: server.port,
      host: "127.0.0.1",
      checks: [],
      diagnosis: diagnosis(),
      chores: new Map(),
    };
    const start = startHealthServer({
      ...options,
      metrics: createMetrics("test"),
      ending: ending.signal,
    });
    await expect(start).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  test("the process is not ready after it begins to end", async () => {
    ending.abort();
    expect((await get("/readyz")).status).toBe(503);
    expect((await get("/healthz")).status).toBe(200);
  });
});
