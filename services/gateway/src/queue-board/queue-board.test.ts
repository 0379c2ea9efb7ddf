import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { outboxStore } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import { prepareBackend, type QueueBackend, renderAttachment } from "@polls/jobs";
import { openPublisher, relayOnce, send } from "@polls/jobs/outbox";
import { createLogger, createMetrics } from "@polls/telemetry";
import { describeWithRedis, shareDatabase, startTestRedis } from "@polls/testing";
import { createRateLimiter } from "../http/limits/rate-limiter";
import { createQueueBoard, type QueueBoard } from "./queue-board";

const credentials = { user: "operator", password: "a password of tests alone" };
const log = createLogger("board", { level: "silent" });
const metrics = createMetrics("board");

const db = shareDatabase({ max: 2 });

const opened: { readonly server: Server; readonly board: QueueBoard }[] = [];
afterEach(async () => {
  for (const { server, board } of opened.splice(0)) {
    server.close();
    server.closeAllConnections();
    await board.close();
  }
});

const basic = (user: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
});
const right = basic(credentials.user, credentials.password);

async function openBoard(backend: QueueBackend) {
  const rateLimiter = createRateLimiter({ clock: Date.now });
  const board = createQueueBoard({ credentials, backend, rateLimiter, log });
  const server = createServer(board.handle);
  opened.push({ server, board });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return (path: string, headers: Readonly<Record<string, string>> = right, method = "GET") =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers, method });
}

/** Sends the job of a request through the outbox to the queue. */
async function publish(backend: QueueBackend, requestId: string) {
  await prepareBackend(backend, { strict: false, log, signal: new AbortController().signal });
  // The relay would send the jobs of another backend again, because this one does not have them.
  await db.pool.query("DELETE FROM outbox");
  await inTransaction(db, (tx) => send(tx, renderAttachment, { attachmentId: "4711" }));
  await db.pool.query("UPDATE outbox SET request_id = $1", [requestId]);
  const publisher = openPublisher(backend, () => undefined);
  await relayOnce({ store: outboxStore(db), publisher, log, metrics });
  await publisher.close();
}

describe("the login of the board", () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ["no credentials", {}],
    ["a wrong password", basic("operator", "another password")],
    ["a wrong name", basic("admin", credentials.password)],
    ["another scheme", { Authorization: `Bearer ${credentials.password}` }],
    ["a malformed header", { Authorization: "Basic ä" }],
  ])("%s is refused for every path", async (_what, headers) => {
    const get = await openBoard({ kind: "postgres", url: db.url });
    for (const path of ["/ops/queues", "/ops/queues/api/queues", "/ops/queues/static/js/x.js"]) {
      const reply = await get(path, headers);
      expect([reply.status, reply.headers.get("www-authenticate")]).toEqual([
        401,
        expect.stringMatching(/^Basic /),
      ]);
    }
  });

  test("after ten wrong passwords even the right one is refused for a minute", async () => {
    const get = await openBoard({ kind: "postgres", url: db.url });
    for (let failures = 0; failures < 10; failures++) {
      expect((await get("/ops/queues", basic("operator", "guess"))).status).toBe(401);
    }
    const reply = await get("/ops/queues");
    expect(reply.status).toBe(429);
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("requests without credentials do not count as wrong passwords", async () => {
    const get = await openBoard({ kind: "postgres", url: db.url });
    for (let asked = 0; asked < 12; asked++) await get("/ops/queues", {});
    expect((await get("/ops/queues/static/favicon.ico")).status).not.toBe(429);
  });
});

function contract(openBackend: () => Promise<QueueBackend>): void {
  let backend: QueueBackend;
  beforeAll(async () => {
    backend = await openBackend();
    await publish(backend, "psk_1234567890abcdefghij");
  });

  test("shows the page, and loads nothing from other sites", async () => {
    const get = await openBoard(backend);
    const reply = await get("/ops/queues/");
    expect([reply.status, reply.headers.get("content-type")]).toEqual([
      200,
      expect.stringContaining("text/html"),
    ]);
    expect(reply.headers.get("content-security-policy")).toContain("default-src 'none'");
    const [, script] = /src="(static\/js\/main[^"]+)"/.exec(await reply.text()) ?? [];
    expect((await get(`/ops/queues/${script}`)).status).toBe(200);
  });

  test("shows jobs without values that look like secrets", async () => {
    const get = await openBoard(backend);
    const reply = await get("/ops/queues/api/queues?activeQueue=media&page=1&jobsPerPage=10");
    expect(reply.status).toBe(200);
    const text = await reply.text();
    const { queues } = JSON.parse(text) as {
      readonly queues: readonly { readonly name: string; readonly jobs: readonly unknown[] }[];
    };
    expect(queues.map(({ name }) => name).sort()).toEqual([
      ...["mail", "media", "media-slow", "payment", "webhook"],
    ]);
    expect(queues.find(({ name }) => name === "media")?.jobs).toMatchObject([
      {
        name: "media.render-attachment",
        data: { payload: { attachmentId: "4711" }, requestId: "[redacted]" },
      },
    ]);
    expect(text).not.toContain("psk_");
  });

  test("cannot change any job", async () => {
    const get = await openBoard(backend);
    for (const [method, path] of [
      ["PUT", "/ops/queues/api/queues/media/pause"],
      ["PUT", "/ops/queues/api/queues/pause"],
      ["POST", "/ops/queues/api/queues/media/add"],
      ["DELETE", "/ops/queues/api/queues/media/clean"],
    ] as const) {
      expect((await get(path, right, method)).status).toBe(405);
    }
  });

  test("has no other paths", async () => {
    const get = await openBoard(backend);
    expect((await get("/ops/other")).status).toBe(404);
  });
}

describe("a board of queues in PostgreSQL", () =>
  contract(async () => ({ kind: "postgres", url: db.url })));

describeWithRedis("a board of queues in Redis", () => {
  contract(async () => ({ kind: "redis", url: (await startTestRedis()).url }));

  test("reports an outage of Redis within its deadline, and shows jobs again after it", async () => {
    const redis = await startTestRedis();
    const get = await openBoard({ kind: "redis", url: redis.url });
    expect((await get("/ops/queues/api/queues")).status).toBe(200);
    await redis.stop();
    const began = performance.now();
    const reply = await get("/ops/queues/api/queues");
    expect([reply.status, await reply.text()]).toEqual([
      503,
      expect.stringContaining("The queues do not answer"),
    ]);
    expect(performance.now() - began).toBeLessThan(10_000);
    await startTestRedis({ port: redis.port });
    expect((await get("/ops/queues/api/queues")).status).toBe(200);
  });
});
