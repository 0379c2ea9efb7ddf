import { createMetrics } from "./metrics";

test("requests, jobs, relay and outbox are in the text", async () => {
  const metrics = createMetrics("test");
  metrics.observeHttpRequest({ method: "GET", route: "/x/:id", status: 200, durationSeconds: 0.1 });
  metrics.readWaitingRequests(() => 7);
  metrics.countRefusedRequest("GET", "/x/:id");
  metrics.observeJob({ queue: "media", job: "media.x", outcome: "done", durationSeconds: 2 });
  metrics.setOutbox({ pending: 3, oldestAgeSeconds: 12, dead: 1 });
  metrics.countRelayed("sent", 5);
  metrics.setTallyDrift(4);
  metrics.countQueueEvent("media", "stalled");
  const { body, contentType } = await metrics.text();
  expect(contentType).toContain("text/plain");
  for (const line of [
    'http_request_duration_seconds_count{service="test",method="GET",route="/x/:id",status="200"} 1',
    'http_requests_waiting{service="test"} 7',
    'http_requests_refused_total{method="GET",route="/x/:id",service="test"} 1',
    'job_duration_seconds_count{service="test",queue="media",job="media.x",outcome="done"} 1',
    'outbox_pending{service="test"} 3',
    'outbox_oldest_age_seconds{service="test"} 12',
    'outbox_dead{service="test"} 1',
    'tally_drift{service="test"} 4',
    'outbox_relayed_total{outcome="sent",service="test"} 5',
    'queue_events_total{queue="media",event="stalled",service="test"} 1',
  ])
    expect(body.split("\n")).toContain(line);
});

test("no gauge is named like a counter, which promtool refuses", async () => {
  const { body } = await createMetrics("test").text();
  expect(body).toContain("process_cpu_seconds_total");
  const gauges = [...body.matchAll(/^# TYPE (\S+) gauge$/gm)].map(([, name]) => name);
  expect(gauges.length).toBeGreaterThan(5);
  expect(gauges.filter((name) => name?.endsWith("_total"))).toEqual([]);
});
