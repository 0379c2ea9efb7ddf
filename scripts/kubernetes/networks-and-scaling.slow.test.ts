// Covers docs/reliability.md: containers

import fs from "node:fs";
import path from "node:path";
import { describeWithPromtool, promtool } from "@polls/testing";
import { parse, parseAllDocuments } from "yaml";
import { shareManifests } from "../testing/manifests";

const { dir, check, change, expectProblems } = shareManifests();

test("network rules that allow too much, or match nothing, are reported", () => {
  expectProblems([
    [
      "base/network-policies.yaml",
      "name: mail-worker-to-mail-server\n  labels: { app.kubernetes.io/part-of: polls }\nspec:\n  podSelector: { matchLabels: { app.kubernetes.io/name: mail-worker",
      "name: mail-worker-to-mail-server\n  labels: { app.kubernetes.io/part-of: polls }\nspec:\n  podSelector: { matchLabels: { app.kubernetes.io/name: media-worker",
      "NetworkPolicy mail-worker-to-mail-server opens the internet to media-worker",
    ],
    [
      "base/network-policies.yaml",
      "name: payment-worker-to-provider\n  labels: { app.kubernetes.io/part-of: polls }\nspec:\n  podSelector: { matchLabels: { app.kubernetes.io/name: payment-worker",
      "name: payment-worker-to-provider\n  labels: { app.kubernetes.io/part-of: polls }\nspec:\n  podSelector: { matchLabels: { app.kubernetes.io/name: payments",
      'NetworkPolicy payment-worker-to-provider selects no pods by {"matchLabels":{"app.kubernetes.io/name":"payments"}}',
    ],
    [
      "example/networks.yaml",
      "cidr: 10.20.0.12/32 } }]\n      ports: [{ port: 443 }]",
      "cidr: 10.20.0.12/32 } }]",
      "NetworkPolicy to-storage opens all ports to media-worker",
    ],
    [
      "example/networks.yaml",
      "cidr: 10.20.0.10/32",
      "cidr: 0.0.0.0/0",
      "NetworkPolicy to-database opens 10.0.0.0/8, 100.64.0.0/10, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16 to webhook-worker",
    ],
    [
      "example/networks.yaml",
      "to: [{ ipBlock: { cidr: 10.20.0.11/32 } }]\n      ports",
      "ports",
      "NetworkPolicy to-queue opens private networks to webhook-worker",
    ],
    [
      "example/backup.yaml",
      "cidr: 203.0.113.20/32",
      "cidr: 0.0.0.0/0",
      "NetworkPolicy backup-to-bucket opens the internet to backup",
    ],
    [
      "example/ingress.yaml",
      "ports: [{ port: 3000 }]",
      "ports: [{ port: 3001 }]",
      "NetworkPolicy controller-to-gateway opens port 3001, which no pod has",
    ],
  ]);
});

test("pods without a network policy are reported", () => {
  change("base/network-policies.yaml", "policyTypes: [Ingress, Egress]", "policyTypes: [Egress]");
  change("base/network-policies.yaml", "name: health\n", "name: health-of-gateway\n");
  change(
    "base/network-policies.yaml",
    "podSelector: { matchLabels: { app.kubernetes.io/part-of: polls } }\n  policyTypes: [Ingress]",
    "podSelector: { matchLabels: { app.kubernetes.io/name: gateway } }\n  policyTypes: [Ingress]",
  );
  expect(check()).toContain(
    "example: Deployment media-worker is closed by no NetworkPolicy for Ingress",
  );
});

test("autoscalers that do not follow the queue of their worker are reported", () => {
  const scaling = "example/scaling.yaml";
  expectProblems([
    [
      scaling,
      "name: payment-worker }\n  minReplicaCount: 1",
      "name: payment-worker }\n  minReplicaCount: 0",
      "ScaledObject payment-worker ends all pods, which have repeated tasks",
    ],
    [
      scaling,
      'threshold: "600"',
      'threshold: "many"',
      "ScaledObject mail-worker: the threshold many is no number above 0",
    ],
    [
      scaling,
      'queue_jobs{queue="mail"',
      'queue_works{queue="mail"',
      "ScaledObject mail-worker: no service reports queue_works",
    ],
    [
      scaling,
      'queue_oldest_age_seconds{queue="media"}',
      'queue_oldest_age_seconds{queue="media",state="active"}',
      "ScaledObject media-worker: queue_oldest_age_seconds has no label state",
    ],
    [
      scaling,
      'queue="payment",state=~"waiting|',
      'queue="payment",state=~"wait|',
      "ScaledObject payment-worker: queue_jobs has no state wait",
    ],
    [
      scaling,
      'queue_jobs{queue="webhook"',
      'queue_jobs{queue="mail"',
      "ScaledObject webhook-worker: webhook-worker does not take jobs of mail",
    ],
  ]);
  expect(check()).toContain("example: no ScaledObject follows the queue webhook");
});

test("a Deployment with two autoscalers is reported", () => {
  change(
    "example/scaling.yaml",
    "scaleTargetRef: { name: mail-worker",
    "scaleTargetRef: { name: gateway",
  );
  expect(check()).toContain("example: ScaledObject mail-worker: gateway is scaled by another one");
});

/** The result of promtool for the queries of an autoscaler with these series; each must have the value, or none. */
function queriesSay(
  scaler: string,
  series: Readonly<Record<string, number>>,
  wanted: readonly (number | undefined)[],
): string {
  const text = fs.readFileSync(path.join(dir(), "example/scaling.yaml"), "utf8");
  const document = parseAllDocuments(text)
    .map((each) => each.toJS())
    .find(({ metadata }) => metadata.name === scaler);
  const queries: readonly string[] = document.spec.triggers.map(
    (trigger: { metadata: { query: string } }) => trigger.metadata.query,
  );
  const test = {
    interval: "1m",
    input_series: Object.entries(series).map(([name, value]) => ({
      series: name,
      values: `${value}x10`,
    })),
    promql_expr_test: queries.map((expr, at) => ({
      expr,
      eval_time: "5m",
      exp_samples: wanted[at] === undefined ? [] : [{ labels: "{}", value: wanted[at] }],
    })),
  };
  const file = path.join(dir(), "queries.json");
  fs.writeFileSync(file, JSON.stringify({ tests: [test] }));
  return promtool(["test", "rules", file]).said;
}

describeWithPromtool("queries", () => {
  const jobs = (queue: string, state: string, instance = "a") =>
    `queue_jobs{queue="${queue}",state="${state}",instance="${instance}"}`;

  test("jobs that several processes report count once, and ended jobs do not count", () => {
    const series = {
      [jobs("mail", "waiting")]: 5,
      [jobs("mail", "waiting", "b")]: 5,
      [jobs("mail", "active")]: 2,
      [jobs("mail", "prioritized")]: 1,
      [jobs("mail", "completed")]: 900,
      [jobs("mail", "failed")]: 7,
    };
    expect(queriesSay("mail-worker", series, [8])).toContain("SUCCESS");
  });

  test("the age of a picture counts while one waits", () => {
    const age = { 'queue_oldest_age_seconds{queue="media",instance="a"}': 90 };
    const running = { ...age, [jobs("media", "active")]: 2, [jobs("media", "waiting")]: 0 };
    expect(queriesSay("media-worker", running, [2, undefined, undefined])).toContain("SUCCESS");
    const waiting = { ...running, [jobs("media", "prioritized")]: 1 };
    expect(queriesSay("media-worker", waiting, [3, undefined, 90])).toContain("SUCCESS");
  });

  test("the scrape job for Prometheus is valid", () => {
    const { status, said } = promtool(["check", "config", path.join(dir(), "prometheus.yml")]);
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining("SUCCESS") });
  });

  test("the scrape job has the metrics address of each service", () => {
    const job = parse(fs.readFileSync(path.join(dir(), "prometheus.yml"), "utf8"))
      .scrape_configs[0];
    const gateway = fs.readFileSync(path.join(dir(), "base/gateway.yaml"), "utf8");
    const [, services = ""] = /value: (gateway=\S+)/.exec(gateway) ?? [];
    const asked = services.split(",").map((each) => each.replace(/^.*=/, "").replace(/:9400$/, ""));
    const [{ names, port }] = job.dns_sd_configs;
    expect([job.job_name, port]).toEqual(["polls", 9_400]);
    expect([...names].sort()).toEqual(
      asked.map((each) => `${each}.polls.svc.cluster.local`).sort(),
    );
  });

  test("invalid queries are reported", () => {
    change("example/scaling.yaml", 'queue_jobs{queue="mail"', 'queue_jobs{queue=="mail"');
    expect(check({ PATH: process.env.PATH })).toContainEqual(
      expect.stringContaining("ScaledObject mail-worker: promtool refuses sum("),
    );
  });
});
