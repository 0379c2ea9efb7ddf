// Covers docs/reliability.md: secrets-in-logs

import { outboxStore } from "@polls/db/outbox";
import { type Handlers, prepareBackend, type QueueBackend } from "@polls/jobs";
import { openPublisher, relayOnce } from "@polls/jobs/outbox";
import { type RunningWorker, startWorker } from "@polls/jobs/worker";
import { openTracing, type Span, type Tracing } from "@polls/telemetry";
import { createTestDatabase, waitFor } from "@polls/testing";
import { shareTransactions } from "../../services/gateway/testing";
import { type NewAccount, signUp } from "../../services/gateway/testing/sign-up";
import { startGateway, type TestGateway } from "../../services/gateway/testing/start-gateway";
import { buildSale } from "../payments/build-sale";
import { type Collector, type ReceivedSpan, startCollector } from "./collector";

let collector: Collector;
let tracing: Tracing;
let gateway: TestGateway;
let backend: QueueBackend;
let owner: NewAccount;

const ignore = async () => undefined;
const handlers: Handlers<"payment", object> = {
  "payment.settle-payment": ignore,
  "payment.open-checkout": ignore,
  "payment.open-checkouts": ignore,
  "payment.end-payment": ignore,
  "payment.send-refund": ignore,
  "payment.handle-provider-event": ignore,
  "payment.look-at-connected-account": ignore,
  "payment.open-onboarding": ignore,
  "payment.reverse-transfer": ignore,
};

beforeAll(async () => {
  collector = await startCollector();
  const database = await createTestDatabase();
  tracing = await openTracing({
    service: "test",
    endpoint: collector.url,
    share: 1,
    tuning: { everyMs: 20 },
    onError: () => undefined,
  });
  gateway = await startGateway(database, { deps: { tracing } });
  backend = { kind: "postgres", url: database.url };
  owner = await signUp(gateway.db);
  const { log } = gateway.deps;
  await prepareBackend(backend, { strict: false, log, signal: new AbortController().signal });
});
afterAll(async () => {
  await gateway.close();
  await tracing.close();
});

const spansOf = (requestId: string): readonly ReceivedSpan[] => {
  const all = collector.spans();
  const own = all.find(({ facts }) => facts["polls.request_id"] === requestId);
  return all.filter(({ traceId }) => traceId === own?.traceId);
};

/** The span of a request in its trace. */
const spanOf = (requestId: string, name: string): Promise<ReceivedSpan> =>
  waitFor(() => spansOf(requestId).find((span) => span.name === name), {
    what: `the span "${name}" of ${requestId}`,
  });

const ask = (line: string, id: string, options: Parameters<TestGateway["request"]>[1] = {}) =>
  gateway.request(line, {
    token: owner.privateToken,
    ...options,
    headers: { "X-Request-Id": id, ...options.headers },
  });

async function ballot() {
  const { db } = gateway;
  const { poll, option, participant } = await buildSale(db, owner, owner);
  return {
    poll,
    path: `/api/v1/polls/${poll.memberHash}/votes`,
    body: {
      voter_id: participant.publicId,
      option_id: option.publicId,
      vote: { vote: 3 },
    },
  };
}

const voteRoute = "POST /api/v1/polls/:poll_id/votes";

describe("a bought vote", () => {
  let worker: RunningWorker;
  beforeAll(async () => {
    const { log, metrics } = gateway.deps;
    const store = outboxStore(gateway.db);
    worker = await startWorker("payment", handlers, () => ({}), {
      backend,
      store,
      log,
      metrics,
      tracing,
      concurrency: 2,
      strict: false,
      signal: new AbortController().signal,
    });
  });
  afterAll(() => worker.close());

  const relay = async () => {
    const { log, metrics } = gateway.deps;
    const publisher = openPublisher(backend, () => undefined);
    await relayOnce({ store: outboxStore(gateway.db), publisher, log, metrics, tracing });
    await publisher.close();
  };

  test("is one trace, from the request through the outbox to the job", async () => {
    const { path, body } = await ballot();
    expect((await ask(`POST ${path}`, "bought", { body })).status).toBe(200);
    await relay();
    const request = await spanOf("bought", voteRoute);
    const transaction = await spanOf("bought", "transaction");
    const outbox = await spanOf("bought", "outbox payment.open-checkout");
    const job = await spanOf("bought", "job payment.open-checkout");
    expect(request).toMatchObject({ parentSpanId: undefined, failed: false });
    expect(transaction).toMatchObject({
      parentSpanId: request.spanId,
      facts: { "polls.sharing_requests": 1 },
    });
    expect(outbox.parentSpanId).toBe(request.spanId);
    expect(job.parentSpanId).toBe(outbox.spanId);
    expect(job.facts).toMatchObject({ "polls.queue": "payment", "polls.outcome": "done" });
    expect(outbox.durationMs).toBeLessThan(60_000);
  });
});

test("each request that shares a transaction shows it in its own trace", async () => {
  const start = (id: string) =>
    tracing.start({ name: id, kind: "server", facts: { "polls.request_id": id } });
  const spans = ["shared-0", "shared-1"].map(start);
  type Shared = { readonly cause?: { readonly span: Span | undefined } };
  const share = shareTransactions<Shared, { readonly kind: string }>(
    gateway.db,
    async (_tx, requests) => requests.map(() => ({ kind: "done" })),
    {
      maxBatch: 8,
      maxInFlight: 1,
      minConcurrentBatch: 1,
      stallMs: 1_000,
      queueTimeoutMs: 1_000,
      committed: () => undefined,
    },
  );
  // An untraced request shares the transaction too.
  await Promise.all([...spans.map((span) => share({ cause: { span } })), share({})]);
  for (const span of spans) span.end();
  for (const id of ["shared-0", "shared-1"]) {
    const { parentSpanId, facts } = await spanOf(id, "transaction");
    expect(parentSpanId).toBe((await spanOf(id, id)).spanId);
    expect(facts["polls.sharing_requests"]).toBe(3);
  }
});

test("the trace of a client is linked, but not continued, and does not decide about sampling", async () => {
  for (const [flags, id] of [
    ["01", "sampled"],
    ["00", "unsampled"],
  ] as const) {
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const traceparent = `00-${traceId}-b7ad6b7169203331-${flags}`;
    const { poll } = await ballot();
    await ask(`GET /api/v1/polls/${poll.memberHash}`, id, { headers: { traceparent } });
    const span = await spanOf(id, "GET /api/v1/polls/:poll_hash");
    expect(span).toMatchObject({ parentSpanId: undefined, links: [`${traceId}-b7ad6b7169203331`] });
    expect(span.traceId).not.toBe(traceId);
    expect(await spanOf(id, "snapshot")).toMatchObject({ parentSpanId: span.spanId });
  }
});

test("no span has a path, a token, an address or a text of a user", async () => {
  const { poll, path, body } = await ballot();
  const secrets = {
    identifier: "the-visitor-of-the-page",
    password: "the-password-of-the-poll",
    idempotencyKey: "the-key-of-the-request",
    address: "ada@example.org",
    title: "a title that a user wrote",
    link: "kq1YQ4sYkXo8C0f0w3mE9mZpC7m2xkq1YQ4sYkXo8C0",
  };
  const { identifier, password, idempotencyKey } = secrets;
  const sent = { identifier, password, idempotencyKey };
  await ask(`GET /api/v1/polls/${poll.adminHash}?email=${secrets.address}`, "a1", sent);
  await ask(`PATCH /api/v1/polls/${poll.adminHash}`, "a2", {
    ...sent,
    body: { poll: { title: secrets.title } },
  });
  await ask(`GET /opt-in/${secrets.link}`, "a3");
  await ask(`POST ${path}`, "a4", { ...sent, body: { ...body, voter_id: secrets.title } });
  await ask("POST /api/v1/account/sign_in", "a5", { body: { email: secrets.address } });
  await ask(`GET /nowhere/${secrets.link}`, "a6");
  const last = ["a1", "a2", "a3", "a4", "a5", "a6"];
  await waitFor(() => last.every((id) => spansOf(id).length > 0), { what: "all spans" });
  const told = [...Object.values(secrets), poll.adminHash, poll.memberHash, owner.privateToken];
  for (const secret of told) expect(collector.text()).not.toContain(secret);
  expect((await spanOf("a3", "GET /opt-in/:token")).facts["http.route"]).toBe("/opt-in/:token");
  expect((await spanOf("a6", "GET none")).facts["http.response.status_code"]).toBe(404);
});

test("health checks have no span", async () => {
  await gateway.request("GET /healthz", { headers: { "X-Request-Id": "a-probe" } });
  await ask("GET /nowhere", "after-the-probe");
  await spanOf("after-the-probe", "GET none");
  expect(collector.text()).not.toContain("a-probe");
});
