import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "../setup/children.mjs";
import { nameOf, ofKind } from "./workloads.mjs";

/** The strings of a list in a source. */
const listIn = (source, name) => {
  const [, items] = new RegExp(`${name} = \\[([^\\]]*)\\] as const`).exec(source);
  return new Set([...items.matchAll(/"([^"]+)"/g)].map(([, item]) => item));
};

/** Whether this machine can read queries of Prometheus. */
export const canReadQueries = () => spawnSync("promtool", ["--version"]).status === 0;

/** Metrics that the autoscalers query and no service reports. */
export function* scalingProblems(documents, project) {
  const scalers = ofKind(documents, "ScaledObject");
  if (scalers.length === 0) return;
  const read = (name) => readFileSync(path.join(project, name), "utf8");
  const metrics = new Map(
    [...read("libs/telemetry/src/metric-table.ts").matchAll(/^ {4,}"?(\w+)(?:\{(.*?)\}")?:/gm)].map(
      ([, name, labels = ""]) => [name, labels.split(",")],
    ),
  );
  const values = {
    queue: listIn(read("libs/jobs/src/define-job.ts"), "queueNames"),
    state: listIn(read("libs/jobs/src/queue-figures.ts"), "queueStates"),
  };
  const followed = new Set();
  for (const scaler of scalers) {
    const { minReplicaCount = 0, triggers } = scaler.spec;
    if (minReplicaCount < 1) yield `${nameOf(scaler)} ends all pods, which have repeated tasks`;
    for (const { metadata } of triggers) {
      for (const problem of queryProblems(metadata, { metrics, values })) {
        yield `${nameOf(scaler)}: ${problem}`;
      }
      for (const [, queue] of metadata.query.matchAll(/queue="([^"]*)"/g)) {
        followed.add(queue);
        const worker = `${queue.split("-")[0]}-worker`;
        const target = scaler.spec.scaleTargetRef.name;
        if (worker !== target) yield `${nameOf(scaler)}: ${target} does not take jobs of ${queue}`;
      }
    }
  }
  for (const queue of values.queue) {
    if (!followed.has(queue)) yield `no ScaledObject follows the queue ${queue}`;
  }
}

function* queryProblems({ query, threshold }, { metrics, values }) {
  if (!(Number(threshold) > 0)) yield `the threshold ${threshold} is no number above 0`;
  const named = [...query.matchAll(/(\w+)\{([^}]*)\}/g)];
  if (named.length === 0) yield `no metric is in ${query}`;
  for (const [, metric, matchers] of named) {
    if (!metrics.has(metric)) yield `no service reports ${metric}`;
    for (const [, label, text] of matchers.matchAll(/(\w+)=~?"([^"]*)"/g)) {
      if (metrics.get(metric)?.includes(label) === false) {
        yield `${metric} has no label ${label}`;
      }
      for (const value of text.split("|")) {
        if (values[label]?.has(value) === false) yield `${metric} has no ${label} ${value}`;
      }
    }
  }
  if (canReadQueries()) yield* formProblems(query);
}

function* formProblems(query) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "polls-query-"));
  const file = path.join(folder, "rules.json");
  const rules = [{ record: "wanted", expr: query }];
  writeFileSync(file, JSON.stringify({ groups: [{ name: "query", rules }] }));
  const { status, stderr } = spawnSync("promtool", ["check", "rules", file], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  if (status !== 0) yield `promtool refuses ${query}: ${stderr.replaceAll(file, "").trim()}`;
}
