import { type OpenTracingOptions, openTracing, type Tracing } from "@polls/telemetry";
import { waitFor } from "@polls/testing";
import { type Collector, startCollector } from "./collector";

/** No server listens on this port. */
const away = "http://127.0.0.1:1";
/** Shorter than the pause before a retry. */
const quick = { everyMs: 20, exportMs: 500 };

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});

const opened: Tracing[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((tracing) => tracing.close()));
});

/** Nothing is exported before the end. */
const atTheEnd = { everyMs: 60_000, exportMs: 30_000 };

async function open(endpoint: string, share = 1, tuning: OpenTracingOptions["tuning"] = quick) {
  const errors: string[] = [];
  const onError = ({ message }: Error) => void errors.push(message);
  const tracing = await openTracing({ service: "test", endpoint, share, tuning, onError });
  opened.push(tracing);
  return { tracing, errors };
}

const named = (name: string) => collector.spans().filter((span) => span.name === name);
const received = (name: string) =>
  waitFor(() => named(name)[0], { what: `the span ${name}`, everyMs: 10 });

const other = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

test("spans are exported with their parents, links, attributes and outcomes", async () => {
  const { tracing } = await open(collector.url);
  const request = tracing.start({ name: "POST", kind: "server", link: other });
  const child = request.child("transaction", { "polls.rows": 2 });
  child.end("failed");
  const job = tracing.start({
    name: "job",
    kind: "consumer",
    parent: request.traceparent,
    agoMs: 5_000,
  });
  job.note({ "polls.outcome": "done" });
  job.end();
  request.rename("POST /x/:id");
  request.end();

  const root = await received("POST /x/:id");
  expect(root).toMatchObject({ service: "polls-test", parentSpanId: undefined, failed: false });
  expect(root.links).toEqual(["0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331"]);
  expect(root.traceId).not.toBe("0af7651916cd43dd8448eb211c80319c");
  const of = { traceId: root.traceId, parentSpanId: root.spanId };
  expect(await received("transaction")).toMatchObject({
    ...of,
    failed: true,
    facts: { "polls.rows": 2 },
  });
  const run = await received("job");
  expect(run).toMatchObject({ ...of, failed: false, facts: { "polls.outcome": "done" } });
  expect(run.durationMs).toBeGreaterThanOrEqual(5_000);
  expect(collector.requests()[0]).toBe("POST /v1/traces application/json");
});

test("a malformed parent or link starts a new trace", async () => {
  const { tracing } = await open(collector.url);
  const malformed = "00-not-a-trace-01";
  const span = tracing.start({
    name: "alone",
    kind: "server",
    parent: malformed,
    link: malformed,
  });
  span.end();
  expect(await received("alone")).toMatchObject({ parentSpanId: undefined, links: [] });
});

test("a job is traced if its request is, regardless of the sampling of its process", async () => {
  const none = (await open(collector.url, 0)).tracing;
  const all = (await open(collector.url, 1)).tracing;
  const untraced = none.start({ name: "untraced request", kind: "server" });
  expect(untraced.traceparent).toMatch(/-00$/);
  untraced.end();
  const start = (by: Tracing, name: string, parent: string) =>
    by.start({ name, kind: "consumer", parent }).end();
  start(all, "job of an untraced request", untraced.traceparent);
  const request = all.start({ name: "traced request", kind: "server" });
  request.end();
  start(none, "job of a traced request", request.traceparent);
  await received("traced request");
  await received("job of a traced request");
  for (const tracing of [none, all]) await tracing.close();
  expect(named("untraced request")).toEqual([]);
  expect(named("job of an untraced request")).toEqual([]);
});

test("remaining spans are exported at the end", async () => {
  const { tracing } = await open(collector.url, 1, atTheEnd);
  for (let span = 0; span < 2_000; span++) tracing.start({ name: "many", kind: "server" }).end();
  await tracing.close();
  expect(named("many")).toHaveLength(2_000);
});

test("the shutdown waits for at most two seconds", async () => {
  const hanging = await startCollector();
  hanging.hang(true);
  const { tracing } = await open(hanging.url, 1, atTheEnd);
  tracing.start({ name: "held", kind: "server" }).end();
  const began = performance.now();
  await tracing.close();
  expect(performance.now() - began).toBeLessThan(4_000);
  await waitFor(() => hanging.text().includes("held"), { what: "the export that hangs" });
});

describe("a collector that does not answer", () => {
  /** Many more spans than may wait. */
  const many = 20_000;
  const startMany = (tracing: Tracing) => {
    for (let span = 0; span < many; span++) {
      const { child, end } = tracing.start({ name: "lost", kind: "server" });
      child("below").end();
      end();
    }
  };

  test("that is down blocks nothing, is reported, and delays the shutdown by at most two seconds", async () => {
    const { tracing, errors } = await open(away);
    startMany(tracing);
    const began = performance.now();
    await tracing.close();
    expect(performance.now() - began).toBeLessThan(4_000);
    const again = await open(away);
    startMany(again.tracing);
    await waitFor(() => again.errors.length > 0, { what: "a report", deadlineMs: 15_000 });
    expect(errors.concat(again.errors)[0]).toMatch(/ECONNREFUSED|retryable/);
  });

  test("that hangs blocks nothing either; spans above the limit are dropped", async () => {
    const hanging = await startCollector();
    hanging.hang(true);
    const { tracing, errors } = await open(hanging.url);
    startMany(tracing);
    await waitFor(() => errors.length > 0, { what: "a report", deadlineMs: 15_000 });
    // The hanging exports, and the waiting ones.
    expect(hanging.spans().length).toBeLessThan(4 * 512);
    hanging.hang(false);
    const began = performance.now();
    await tracing.close();
    expect(performance.now() - began).toBeLessThan(4_000);
    const held = hanging.spans().length;
    expect(held).toBeGreaterThan(0);
    expect(held).toBeLessThan(many / 2);
  });
});
