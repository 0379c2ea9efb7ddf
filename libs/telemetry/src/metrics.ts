import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export interface HttpRequestFacts {
  readonly method: string;
  /** The pattern of the route, never the path: labels must not grow with the data. */
  readonly route: string;
  readonly status: number;
  readonly durationSeconds: number;
}

export interface JobFacts {
  readonly queue: string;
  readonly job: string;
  readonly outcome: "done" | "duplicate" | "retried" | "failed" | "dead" | "interrupted";
  readonly durationSeconds: number;
}

/** The gauges of the outbox. */
export interface OutboxFigures {
  readonly pending: number;
  readonly oldestAgeSeconds: number;
  readonly dead: number;
}

/** The metrics of one process in the text format of Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  observeHttpRequest(facts: HttpRequestFacts): void;
  /** Sets how the number of requests is read that wait for their answers. */
  readWaitingRequests(read: () => number): void;
  /** A request that was refused because too many wait; `route` is a pattern. */
  countRefusedRequest(method: string, route: string): void;
  observeJob(facts: JobFacts): void;
  setOutbox(figures: OutboxFigures): void;
  /** Counts that differ from the votes; above 0 is a defect, or a manual change of the tables. */
  setTallyDrift(counts: number): void;
  countQueueEvent(queue: string, event: "error" | "stalled" | "lock_lost"): void;
  countRelayed(outcome: "sent" | "left" | "unpublishable" | "dead", rows: number): void;
  /** The answer of `GET /metrics`. */
  text(): Promise<{ readonly contentType: string; readonly body: string }>;
}

/** Gauges whose names end in `_total`, which `promtool check metrics` refuses. */
const misnamed = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

const httpBuckets = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** Makes a new registry, so that two in one process (tests) share no figures. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const registers = [registry];

  const http = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of HTTP requests by route and status",
    labelNames: ["method", "route", "status"] as const,
    buckets: httpBuckets,
    registers,
  });
  let readWaiting = () => 0;
  const waiting: Gauge = new Gauge({
    name: "http_requests_waiting",
    help: "HTTP requests that wait for their answers",
    registers,
    collect: () => waiting.set(readWaiting()),
  });
  const refused = new Counter({
    name: "http_requests_refused_total",
    help: "HTTP requests refused with 503 because too many wait, by route",
    labelNames: ["method", "route"] as const,
    registers,
  });
  const jobs = new Histogram({
    name: "job_duration_seconds",
    help: "Duration of job attempts by outcome",
    labelNames: ["queue", "job", "outcome"] as const,
    buckets: jobBuckets,
    registers,
  });
  const pending = new Gauge({
    name: "outbox_pending",
    help: "Outbox rows that are neither done nor dead",
    registers,
  });
  const oldest = new Gauge({
    name: "outbox_oldest_age_seconds",
    help: "Age of the oldest outbox row that is neither done nor dead",
    registers,
  });
  const dead = new Gauge({
    name: "outbox_dead",
    help: "Outbox rows that were given up and wait for an operator",
    registers,
  });
  const tallyDrift = new Gauge({
    name: "tally_drift",
    help: "Counts of votes that differ from the votes, as the rotating look of this process finds them",
    registers,
  });
  const queueEvents = new Counter({
    name: "queue_events_total",
    help: "Errors, stalled jobs and lost locks of a queue's worker",
    labelNames: ["queue", "event"] as const,
    registers,
  });
  const relayed = new Counter({
    name: "outbox_relayed_total",
    help: "What the relay did with outbox rows",
    labelNames: ["outcome"] as const,
    registers,
  });

  return {
    registry,
    observeHttpRequest: ({ method, route, status, durationSeconds }) =>
      http.observe({ method, route, status: String(status) }, durationSeconds),
    readWaitingRequests(read) {
      readWaiting = read;
    },
    countRefusedRequest: (method, route) => refused.inc({ method, route }),
    observeJob: ({ durationSeconds, ...labels }) => jobs.observe(labels, durationSeconds),
    setOutbox(figures) {
      pending.set(figures.pending);
      oldest.set(figures.oldestAgeSeconds);
      dead.set(figures.dead);
    },
    setTallyDrift: (counts) => tallyDrift.set(counts),
    countQueueEvent: (queue, event) => queueEvents.inc({ queue, event }),
    countRelayed: (outcome, rows) => relayed.inc({ outcome }, rows),
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
