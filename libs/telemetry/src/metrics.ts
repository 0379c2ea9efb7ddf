import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type LabelsOf, type MetricName, metricTable, type NamesOf } from "./metric-table";
import { releaseVersion } from "./release-version";

export type Sample<Name extends NamesOf<"gauge"> = NamesOf<"gauge">> = {
  readonly [One in Name]: {
    readonly name: One;
    readonly labels: LabelsOf<One>;
    readonly value: number;
  };
}[Name];

/** The metrics of one process. Before its first use a metric is absent, as it is unknown. */
export interface Metrics {
  /** Adds to a counter. Adding 0 makes a later first event visible as an increase. */
  count<Name extends NamesOf<"counter">>(name: Name, labels: LabelsOf<Name>, by?: number): void;
  observe<Name extends NamesOf<"histogram">>(
    name: Name,
    labels: LabelsOf<Name>,
    value: number,
  ): void;
  set<Name extends NamesOf<"gauge">>(name: Name, labels: LabelsOf<Name>, value: number): void;
  /** Reads gauges at each scrape. What `read` does not return is absent, all if it rejects. */
  gather<Name extends NamesOf<"gauge">>(
    names: readonly Name[],
    read: () => Promise<readonly Sample<Name>[]>,
  ): void;
  /** The response of `GET /metrics`, in the text format of Prometheus. */
  text(): Promise<{ readonly contentType: string; readonly body: string }>;
}

/** Gauges whose names end in `_total`, which `promtool check metrics` rejects. */
const misnamed = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

const makers = { counter: Counter, gauge: Gauge, histogram: Histogram } as const;

/** How often the lag of the event loop is measured. At prom-client's 10 ms an idle process wakes a hundred times a second. */
const LAG_STEP_MS = 100;

/** Creates a new registry, so that two in one process (in tests) share no values. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_STEP_MS });
  for (const name of misnamed) registry.removeSingleMetric(name);

  const made = new Map<MetricName, Counter | Gauge | Histogram>();
  /** Created at first use: a metric without labels would otherwise be 0 from the start. */
  function metric(name: MetricName): Counter | Gauge | Histogram {
    const known = made.get(name);
    if (known !== undefined) return known;
    const { kind, labels, help, buckets } = metricTable[name];
    const options = { name, help, labelNames: [...labels], registers: [registry] };
    const fresh = new makers[kind]({ ...options, ...(buckets && { buckets: [...buckets] }) });
    made.set(name, fresh);
    return fresh;
  }

  const gathered: (() => Promise<void>)[] = [];
  const metrics: Metrics = {
    count: (name, labels, by = 1) => (metric(name) as Counter).inc(labels, by),
    observe: (name, labels, value) => (metric(name) as Histogram).observe(labels, value),
    set: (name, labels, value) => (metric(name) as Gauge).set(labels, value),
    gather(names, read) {
      gathered.push(async () => {
        const samples = await read().catch(() => []);
        for (const name of names) forget(name);
        for (const { name, labels, value } of samples) metrics.set(name, labels, value);
      });
    },
    async text() {
      await Promise.all(gathered.map((gather) => gather()));
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
  function forget(name: MetricName): void {
    made.delete(name);
    registry.removeSingleMetric(name);
  }

  metrics.set("build_info", { version: releaseVersion(), node: process.version }, 1);
  return metrics;
}
