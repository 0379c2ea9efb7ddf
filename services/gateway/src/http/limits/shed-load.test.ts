// Covers docs/reference/requests.md: overload
// Covers docs/reliability.md: overload

import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { BlockList, connect, type Socket } from "node:net";
import { BaseUrl } from "@polls/config";
import { createLogger, createMetrics } from "@polls/telemetry";
import {
  buildOption,
  buildParticipant,
  buildPoll,
  createTestDatabase,
  type FaultProxy,
  startFaultProxy,
  waitFor,
} from "@polls/testing";
import { signUp } from "../../../testing/sign-up";
import { startGateway, TEST_BASE_URL, type TestGateway } from "../../../testing/start-gateway";
import { type Listening, listen } from "../server/listen";
import type { RouteName } from "./load";
import { shedLoad } from "./shed-load";

const LIMIT = 8;
/** The database does not respond for a shorter time, also on a busy machine. */
const LONG_MS = 600_000;

describe("a server that sheds load", () => {
  let server: Listening;
  const metrics = createMetrics("test");
  const logged: string[] = [];
  /** The requests that the handler keeps open. It responds only to `/other` and `/healthz`. */
  const held: { request: IncomingMessage; response: ServerResponse }[] = [];
  const sockets: Socket[] = [];
  /** A route of its own for each test. Its rate is unknown. */
  let slow: string;
  let tests = 0;
  const names = new Map<string, RouteName>();
  function nameOf({ url: path = "" }: IncomingMessage) {
    if (path === "/healthz") return undefined;
    const name = names.get(path) ?? {
      method: "GET",
      path,
      manyAtOnce: path !== "/queued",
      isStream: path === "/stream",
    };
    names.set(path, name);
    return name;
  }

  beforeEach(() => {
    slow = `/slow/${++tests}`;
  });
  beforeAll(async () => {
    const shedding = shedLoad(
      (request, response) => {
        const { url = "" } = request;
        if (["/other", "/healthz"].includes(url)) response.end(url.slice(1));
        else held.push({ request, response });
      },
      nameOf,
      {
        config: {
          load: { waiting: LIMIT, waitMs: 60_000, queueTimeoutMs: 60_000 },
          databaseConnections: 1,
          production: false,
          baseUrl: new BaseUrl(TEST_BASE_URL),
        },
        log: createLogger("test", { destination: { write: (line) => void logged.push(line) } }),
        metrics,
        busyPage: () => undefined,
      },
    );
    server = await listen(
      { handler: shedding, messageClasses: {} },
      {
        port: 0,
        host: "127.0.0.1",
        production: false,
        baseUrl: new BaseUrl(TEST_BASE_URL),
        connections: { most: 1_000, mostOfClient: 1_000 },
        trustedProxies: new BlockList(),
      },
    );
  });
  afterEach(async () => {
    release();
    for (const socket of sockets.splice(0)) socket.destroy();
    await waitFor(async () => (await waiting()) === 0, { what: "nothing waits" });
  });
  afterAll(() => server.close(0));

  const waiting = async () =>
    Number(/^http_requests_waiting\{.*\} (\d+)$/m.exec((await metrics.text()).body)?.[1]);
  const release = () => {
    for (const { response } of held.splice(0)) response.end("done");
  };
  const get = (path = slow, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
  /** Sends `count` requests and waits until all of them are open. */
  async function fill(count = LIMIT): Promise<readonly Promise<Response>[]> {
    const before = held.length;
    const answers = Array.from({ length: count }, () => get());
    await waitFor(() => held.length === before + count, { what: "requests that wait" });
    return answers;
  }
  /** Sends a request. Resolves to "waits" if it is admitted, and to the status if it is refused. */
  async function ask(): Promise<number | "waits"> {
    const before = held.length;
    let status: number | undefined;
    void get().then((answer) => {
      status = answer.status;
    });
    await waitFor(() => status !== undefined || held.length > before, { what: "a request" });
    return status ?? "waits";
  }
  const comes = (answer: number | "waits") =>
    waitFor(async () => (await ask()) === answer, { what: `a request ${answer}` });
  function open(text: string): { readonly socket: Socket; readonly heard: () => string } {
    const socket = connect(server.port, "127.0.0.1");
    let heard = "";
    socket.on("data", (data) => {
      heard += data.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.write(text);
    sockets.push(socket);
    return { socket, heard: () => heard };
  }
  const head = (line: string, ...headers: string[]) =>
    `${[`${line} HTTP/1.1`, "Host: x", ...headers].join("\r\n")}\r\n\r\n`;

  test("refuses requests above the limit at once, answers the admitted ones, and then admits new ones", async () => {
    const taken = await fill();
    const refused = await get(slow, { "X-Request-Id": "of-the-client" });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toEqual({
      error: "Too many requests are waiting",
      code: "unavailable",
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": expect.stringContaining("Retry-After"),
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": "of-the-client",
    });
    expect(held).toHaveLength(LIMIT);

    release();
    for (const answer of taken) expect((await answer).status).toBe(200);
    const [next] = await fill(1);
    release();
    expect((await next)?.status).toBe(200);
  });

  test("starts as many requests of a route as it has slots, and the others one after the other", async () => {
    const answers = Array.from({ length: 4 }, () => get("/queued"));
    for (const number of [1, 2, 3, 4]) {
      await waitFor(() => held.length > 0, { what: `request ${number}` });
      expect(held).toHaveLength(1);
      release();
    }
    for (const answer of answers) expect((await answer).status).toBe(200);
  });

  test("a request that runs for a long time gives its slot to the next one", async () => {
    const answers = [get("/queued"), get("/queued")];
    await waitFor(() => held.length === 2, { what: "both" });
    release();
    for (const answer of answers) expect((await answer).status).toBe(200);
  });

  test("reports waiting and refused requests in metrics and in the log", async () => {
    await fill();
    for (let n = 0; n < 3; n++) await get();
    await waitFor(
      async () => {
        const { body } = await metrics.text();
        return [
          `http_requests_waiting{service="test"} ${LIMIT}`,
          `http_requests_refused_total{method="GET",route="${slow}",service="test"} 3`,
        ].every((line) => body.split("\n").includes(line));
      },
      { what: "the metrics" },
    );
    const isLogged = () => get().then(() => logged.join("").includes("requests refused"));
    await waitFor(isLogged, { what: "a line of the log" });
  });

  test("answers an idle route while another route is flooded", async () => {
    await fill();
    for (let n = 0; n < 20; n++) expect(await (await get("/other")).text()).toBe("other");
  });

  test("does not count a request as waiting while its client is still sending the body", async () => {
    const clients = Array.from({ length: LIMIT }, () =>
      open(`${head(`POST ${slow}`, "Content-Length: 4")}ab`),
    );
    await waitFor(() => held.length === LIMIT, { what: "the slow requests" });
    await comes("waits");
    for (const { socket } of clients) socket.write("cd");
    for (const { request } of held) request.resume();
    await comes(503);
  });

  test("does not count a request as waiting while its response is being sent, such as a stream", async () => {
    const streams = await fill();
    for (const { response } of held.splice(0)) response.write("the first event");
    for (const answer of streams) expect((await answer).status).toBe(200);
    await comes("waits");
    release();
    for (const answer of streams) await (await answer).body?.cancel();
  });

  test("counts a request whose client disconnected until its work is done", async () => {
    const clients = Array.from({ length: LIMIT }, () => open(head(`GET ${slow}`)));
    await waitFor(() => held.length === LIMIT, { what: "the requests" });
    const left = held.splice(0);
    for (const { socket } of clients) socket.destroy();
    await waitFor(() => left.every(({ response }) => response.destroyed), { what: "the clients" });
    expect((await get()).status).toBe(503);
    for (const { response } of left) response.end();
    await comes("waits");
  });

  test("never refuses health checks, and counts streams apart", async () => {
    const streams = Array.from({ length: LIMIT + 4 }, () => get("/stream"));
    await waitFor(() => held.length === LIMIT + 4, { what: "streams that wait" });
    const taken = Array.from({ length: LIMIT }, () => get());
    await waitFor(() => held.length === 2 * LIMIT + 4, { what: "requests that wait" });
    expect((await get()).status).toBe(503);
    streams.push(get("/stream"));
    await waitFor(() => held.length === 2 * LIMIT + 5, { what: "one stream more" });
    for (let n = 0; n < 100; n++) expect(await (await get("/healthz")).text()).toBe("healthz");
    release();
    for (const answer of [...streams, ...taken]) expect((await answer).status).toBe(200);
  });

  test("does not count connections without a request", async () => {
    for (let n = 0; n < 5 * LIMIT; n++) await once(open("").socket, "connect");
    await fill();
  });

  test("keeps a connection after it refuses a small body, and drops the rest of the body", async () => {
    await fill();
    const { heard, socket } = open(`${head(`POST ${slow}`, "Content-Length: 10")}0123`);
    await waitFor(() => heard().includes("503"), { what: "the refusal" });
    expect(heard()).not.toContain("Connection: close");
    socket.write(`456789${head("GET /other")}`);
    await waitFor(() => heard().endsWith("other"), { what: "the next answer" });
  });

  test("closes the connection if the rest of a refused body does not arrive, or is large", async () => {
    await fill();
    const missing = open(`${head(`POST ${slow}`, "Content-Length: 10")}0123`);
    const long = open(head(`POST ${slow}`, "Content-Length: 1000000000"));
    await waitFor(() => long.heard().includes("Connection: close"), { what: "the refusal" });
    expect(long.heard()).toContain('"code":"unavailable"');
    for (const { socket } of [missing, long]) {
      await waitFor(() => socket.destroyed || socket.readableEnded, { what: "the end" });
    }
  });

  test("sends 100 Continue only for an admitted request", async () => {
    const expecting = (path = slow) =>
      new Promise<string>((resolve, reject) => {
        const sent = send(`http://127.0.0.1:${server.port}${path}`, {
          method: "POST",
          headers: { Expect: "100-continue", "Content-Length": 4 },
        });
        sent.on("continue", () => {
          sent.end("body");
          resolve("continue");
        });
        sent.on("response", ({ statusCode }) => resolve(String(statusCode)));
        sent.on("error", reject);
        sent.flushHeaders();
      });
    expect(await expecting(`${slow}/other`)).toBe("continue");
    await waitFor(() => held.length === 1, { what: "the request" });
    release();
    await waitFor(async () => (await waiting()) === 0, { what: "nothing waits" });
    await fill();
    expect(await expecting()).toBe("503");
  });
});

describe("a gateway whose database does not respond", () => {
  let link: FaultProxy;
  let gateway: TestGateway;
  async function start(waitMs: number) {
    const { url } = await createTestDatabase();
    link = await startFaultProxy(url);
    gateway = await startGateway(
      { url: link.url },
      {
        env: { LOG_LEVEL: "silent" },
        config: { load: { waiting: 20, waitMs, queueTimeoutMs: LONG_MS } },
        limits: { connectMs: LONG_MS, answerMs: LONG_MS, transactionMs: LONG_MS },
      },
    );
  }
  afterEach(() => gateway.close());

  test("stops counting requests of disconnected clients once their work is done", async () => {
    await start(LONG_MS);
    const { id, privateToken: token } = await signUp(gateway.db);
    const { memberHash } = await buildPoll(gateway.db, { ownerAccountId: id });
    const path = `/api/v1/polls/${memberHash}`;
    const headers = { Authorization: `Bearer ${token}` };
    const waits = (count: number) =>
      waitFor(
        async () => {
          const { body } = await gateway.deps.metrics.text();
          return new RegExp(`^http_requests_waiting\\{.*\\} ${count}$`, "m").test(body);
        },
        { what: `${count} requests that wait` },
      );

    await link.set({ mode: "hold", held: () => true });
    const clients = new AbortController();
    const answers = Array.from({ length: 20 }, () =>
      fetch(`${gateway.url}${path}`, { headers, signal: clients.signal }).catch(() => undefined),
    );
    await waits(20);
    clients.abort();
    await Promise.all(answers);
    await waits(20);
    await link.set({ mode: "pass" });
    await waits(0);
  });

  test("stays healthy, refuses at once, answers what it admitted, and refused requests changed nothing", async () => {
    await start(1_000);
    const { id, privateToken: token } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId: id });
    const option = await buildOption(gateway.db, poll);
    const voters: string[] = [];
    for (let n = 0; n < 30; n++) {
      voters.push((await buildParticipant(gateway.db, poll, { ownerKey: `user:${id}` })).publicId);
    }
    const path = `/api/v1/polls/${poll.memberHash}`;
    const read = () => gateway.request(`GET ${path}`, { token });
    const vote = (voter: string) =>
      gateway.request(`POST ${path}/votes`, {
        token,
        idempotencyKey: `key of ${voter}`,
        body: { voter_id: voter, option_id: option.publicId, vote: { vote: 1 } },
      });
    expect((await read()).status).toBe(200);

    await link.set({ mode: "hold", held: () => true });
    let answered = 0;
    const answers = [...Array.from({ length: 30 }, read), ...voters.map(vote)].map((answer) =>
      answer.finally(() => answered++),
    );
    // 20 requests wait at the limit, and up to 4 more on the route that has fewer waiting requests.
    await waitFor(() => answered >= 60 - 24, { what: "refusals" });
    expect(answered).toBeLessThanOrEqual(60 - 20);
    expect((await gateway.request("GET /healthz")).status).toBe(200);

    await link.set({ mode: "pass" });
    const all = await Promise.all(answers);
    for (const { status, body, headers } of all) {
      if (status < 300) continue;
      expect([status, body.code, body.error]).toEqual([
        ...[503, "unavailable", "Too many requests are waiting"],
      ]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    const taken = all.filter(({ status }) => status < 300);
    expect(taken.length).toBeGreaterThanOrEqual(20);
    const votes = all.slice(30);
    const cast = votes.filter(({ status }) => status === 201).length;
    const { prisma } = gateway.db;
    expect([await prisma.vote.count(), await prisma.idempotencyKey.count()]).toEqual([cast, cast]);

    for (const [at, first] of votes.entries()) {
      const again = await vote(voters[at] ?? "");
      const wasCast = first.status === 201;
      expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([
        ...[201, wasCast ? "true" : null],
      ]);
      if (wasCast) expect(again.text).toBe(first.text);
    }
    expect(await prisma.vote.count()).toBe(voters.length);
  });
});
