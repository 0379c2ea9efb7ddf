import { describeWithPromtool, promtool } from "@polls/testing";
import { type MetricName, metricTable } from "./metric-table";
import { createMetrics, type Metrics } from "./metrics";

const linesOf = async (metrics: Metrics) => (await metrics.text()).body.split("\n");

test("the text has counters, gauges and histograms with the service", async () => {
  const metrics = createMetrics("test");
  const request = { method: "GET", route: "/x/:id", status: "200" };
  metrics.observe("http_request_duration_seconds", request, 0.1);
  metrics.count("outbox_relayed_total", { outcome: "sent" }, 5);
  metrics.count("outbox_relayed_total", { outcome: "sent" });
  metrics.count("outbox_relayed_total", { outcome: "dead" }, 0);
  metrics.set("tally_drift", {}, 4);
  const { body, contentType } = await metrics.text();
  expect(contentType).toContain("text/plain");
  for (const line of [
    'http_request_duration_seconds_count{service="test",method="GET",route="/x/:id",status="200"} 1',
    'outbox_relayed_total{outcome="sent",service="test"} 6',
    'outbox_relayed_total{outcome="dead",service="test"} 0',
    'tally_drift{service="test"} 4',
  ])
    expect(body.split("\n")).toContain(line);
});

test("the text has the release and the version of Node", async () => {
  const [info] = (await linesOf(createMetrics("test"))).filter((line) =>
    /^build_info\{/.test(line),
  );
  expect(info).toMatch(/version="\d+\.\d+\.\d+"/);
  expect(info).toContain(`node="${process.version}"`);
});

test("a metric that was never used is absent, not 0", async () => {
  const { body } = await createMetrics("test").text();
  expect(body).not.toMatch(/^(relay_up|outbox_pending|tally_drift)/m);
});

describe("gathered gauges", () => {
  const seen = async (metrics: Metrics) =>
    (await linesOf(metrics)).filter((line) => line.startsWith("queue_jobs{"));

  test("are read at each scrape, and series that are not returned again disappear", async () => {
    const metrics = createMetrics("test");
    const states = ["waiting", "active"];
    metrics.gather(["queue_jobs"], async () =>
      states.map((state) => ({ name: "queue_jobs", labels: { queue: "media", state }, value: 2 })),
    );
    expect(await seen(metrics)).toHaveLength(2);
    states.pop();
    expect(await seen(metrics)).toEqual([
      'queue_jobs{queue="media",state="waiting",service="test"} 2',
    ]);
  });

  test("are absent while they cannot be read", async () => {
    const metrics = createMetrics("test");
    let known = true;
    metrics.gather(["outbox_pending"], async () => {
      if (!known) throw new Error("away");
      return [{ name: "outbox_pending", labels: {}, value: 3 }];
    });
    expect(await linesOf(metrics)).toContain('outbox_pending{service="test"} 3');
    known = false;
    expect((await metrics.text()).body).not.toContain("outbox_pending");
    known = true;
    expect(await linesOf(metrics)).toContain('outbox_pending{service="test"} 3');
  });
});

/** Metrics with a series of every kind. */
function everyMetric(): Metrics {
  const metrics = createMetrics("test");
  const add = { counter: "count", gauge: "set", histogram: "observe" } as const;
  for (const [name, { kind, labels }] of Object.entries(metricTable)) {
    const values = Object.fromEntries(labels.map((label) => [label, "x"]));
    const record = metrics[add[kind]] as (name: MetricName, labels: object, by: number) => void;
    record(name as MetricName, values, 1);
  }
  return metrics;
}

describeWithPromtool("promtool check metrics", () => {
  test("promtool accepts every metric", async () => {
    const { body } = await everyMetric().text();
    expect(promtool(["check", "metrics"], body)).toEqual({ status: 0, said: "" });
  });

  test("promtool reads every metric of the table", async () => {
    const { body } = await everyMetric().text();
    const broken = body.replace("# HELP queue_jobs ", "# HELP queue_jobs_x ");
    expect(promtool(["check", "metrics"], broken).said).toContain("queue_jobs");
    for (const name of Object.keys(metricTable)) expect(body).toContain(`# TYPE ${name} `);
  });
});
