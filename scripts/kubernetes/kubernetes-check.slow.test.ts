// Covers docs/reliability.md: containers

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "@polls/devstack/children";
import { describeWhere, describeWithPromtool, promtool } from "@polls/testing";
import { parse, parseAllDocuments } from "yaml";

const project = path.join(__dirname, "../..");

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "polls-kubernetes-"));
  fs.cpSync(path.join(project, "deploy/kubernetes"), dir, { recursive: true });
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

/** The output of the check for the copy; without programs it reads the unrendered files. */
function check(env: NodeJS.ProcessEnv = { PATH: "" }): readonly string[] {
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(project, "scripts/kubernetes-check.mjs"), dir],
    { encoding: "utf8", env },
  );
  expect(status).toBe(stderr === "" ? 0 : 1);
  return stderr.split("\n").filter((line) => line !== "");
}

function change(name: string, from: string, to: string): void {
  const file = path.join(dir, name);
  const text = fs.readFileSync(file, "utf8");
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
  fs.writeFileSync(file, text.replace(from, to));
}

type Change = readonly [file: string, from: string, to: string, problem: string];

/** Runs the check once for changes of different places; the test names the problem that was not found. */
function expectProblems(changes: readonly Change[]): void {
  for (const [name, from, to] of changes) change(name, from, to);
  const told = check();
  for (const [, , , problem] of changes) expect(told).toContain(`example: ${problem}`);
}

test("the unrendered manifests pass", () => {
  expect(check()).toEqual([]);
});

test("unknown fields, values and kinds are reported", () => {
  change("base/gateway.yaml", "revisionHistoryLimit: 5", "revisionHistoryLimits: 5");
  change("base/mail-worker.yaml", "maxUnavailable: 1", "maxUnavailable: [1]");
  change("base/migrate.yaml", "apiVersion: batch/v1", "apiVersion: batch/v2");
  expect(check()).toEqual([
    expect.stringMatching(
      /^example: Deployment gateway: .*'"revisionHistoryLimits"' does not exist/,
    ),
    expect.stringMatching(/^example: PodDisruptionBudget mail-worker: .*is not assignable/),
    expect.stringMatching(/^example: Job migrate: .*'batch\/v2 Job' does not exist/),
  ]);
});

test("names, labels and ports without a target are reported", () => {
  expectProblems([
    [
      "base/gateway.yaml",
      "selector: { matchLabels: { app.kubernetes.io/name: gateway } }\n  template",
      "selector: { matchLabels: { app.kubernetes.io/name: gate } }\n  template",
      "Deployment gateway does not select its own pods",
    ],
    [
      "base/gateway.yaml",
      "targetPort: http }",
      "targetPort: web }",
      "Service gateway: the pods have no port web",
    ],
    [
      "base/gateway.yaml",
      "kind: Deployment, name: gateway }",
      "kind: Deployment, name: gate }",
      "HorizontalPodAutoscaler gateway scales Deployment gate, which is not there",
    ],
    [
      "base/gateway.yaml",
      "mail-worker=mail-worker-health:9400",
      "mail-worker=mail-worker:9400",
      "OPS_SERVICES: no Service is mail-worker=mail-worker:9400",
    ],
    [
      "base/gateway.yaml",
      ",webhook-worker=webhook-worker-health:9400",
      "",
      "OPS_SERVICES has no address of webhook-worker",
    ],
    [
      "base/mail-worker.yaml",
      "maxUnavailable: 1\n  selector: { matchLabels: { app.kubernetes.io/name: mail-worker",
      "maxUnavailable: 1\n  selector: { matchLabels: { app.kubernetes.io/name: mails",
      "Deployment mail-worker has no PodDisruptionBudget",
    ],
    [
      "base/media-worker.yaml",
      "  selector: { app.kubernetes.io/name: media-worker }",
      "  selector: { app.kubernetes.io/part-of: polls }",
      "Service media-worker-health selects the pods of 7 workloads",
    ],
    [
      "base/payment-worker.yaml",
      "kind: Service\nmetadata:\n  name: payment-worker-health",
      "kind: Service\nmetadata:\n  name: webhook-worker-health",
      "Service webhook-worker-health is there twice",
    ],
    [
      "example/ingress.yaml",
      "port: { name: http } }",
      "port: { number: 81 } }",
      "Ingress gateway leads to port 81 of gateway, which is not there",
    ],
  ]);
});

test("a number of replicas beside an autoscaler is reported", () => {
  change("base/gateway.yaml", "  revisionHistoryLimit: 5", "  replicas: 3");
  expect(check()).toEqual([
    "example: Deployment gateway has replicas, which HorizontalPodAutoscaler gateway sets",
  ]);
});

test("images, probes and grace periods that differ from the code are reported", () => {
  expectProblems([
    [
      "base/gateway.yaml",
      "image: polls-gateway",
      "image: polls-gate:1",
      "Deployment gateway runs polls-gate, and docker-compose.yml builds polls-gateway",
    ],
    [
      "base/gateway.yaml",
      "terminationGracePeriodSeconds: 45",
      "terminationGracePeriodSeconds: 39",
      "Deployment gateway: it is killed after 39 s, and needs 40 s to end",
    ],
    [
      "base/gateway.yaml",
      "path: /readyz, port: health",
      "path: /readyz, port: metrics",
      "Deployment gateway: gateway: readinessProbe asks at no port metrics",
    ],
    [
      "base/mail-worker.yaml",
      "path: /healthz, port: health }\n            periodSeconds: 10",
      "path: /readyz, port: health }\n            periodSeconds: 10",
      "Deployment mail-worker: mail-worker: livenessProbe asks for /readyz, not for /healthz",
    ],
    [
      "base/media-worker.yaml",
      "containerPort: 9400",
      "containerPort: 9091",
      "Deployment media-worker: media-worker: port health is 9091, and METRICS_PORT is 9400",
    ],
    [
      "base/media-worker.yaml",
      "mountPath: /data/work",
      "mountPath: /data/works",
      "Deployment media-worker: MEDIA_WORK_DIR is on no volume",
    ],
    [
      "base/migrate.yaml",
      "restartPolicy: Never",
      "restartPolicy: OnFailure",
      "Job migrate: it restarts by itself",
    ],
    [
      "example/backup.yaml",
      "image: polls-operator",
      "image: polls-backup",
      "CronJob backup: nothing builds polls-backup",
    ],
    [
      "base/payment-worker.yaml",
      "metadata:\n  name: payment-worker\n",
      "metadata:\n  name: payments\n",
      "payment-worker of docker-compose.yml has 0 workloads",
    ],
    [
      "base/webhook-worker.yaml",
      "volumeMounts: [{ name: tmp",
      "volumeMounts: [{ name: temp",
      "Deployment webhook-worker: webhook-worker mounts temp, which is no volume",
    ],
    [
      "base/payment-worker.yaml",
      "name: payments\n",
      "name: payments\n",
      "Deployment payments is no service of docker-compose.yml",
    ],
  ]);
});

test("a gateway without SHUTDOWN_DELAY_SECONDS is reported", () => {
  change("base/gateway.yaml", '{ name: SHUTDOWN_DELAY_SECONDS, value: "10" }', "{ name: HOST }");
  expect(check()).toContain("example: Deployment gateway: its SHUTDOWN_DELAY_SECONDS is not set");
});

test("unnecessary privileges of a pod are reported", () => {
  const pod = (from: string, to: string, problem: string): Change => [
    ...(["base/media-worker.yaml", from, to] as const),
    `Deployment media-worker: ${problem}`,
  ];
  expectProblems([
    pod("Token: false", "Token: true", "it has a token of the cluster"),
    pod("Links: false", "Links: true", "it gets variables of the cluster's services"),
    pod("runAsUser: 1000", "runAsUser: 0", "it may run as root"),
    pod("type: RuntimeDefault", "type: Unconfined", "it has no seccomp profile"),
    pod("Filesystem: true", "Filesystem: false", "media-worker may write to its root"),
    pod("Escalation: false", "Escalation: true", "media-worker may gain rights"),
    pod("drop: [ALL]", "drop: [KILL], add: [CHOWN]", "media-worker keeps capabilities"),
    pod("cpu: 500m, ", "", "media-worker requests no processor or memory"),
    pod("limits: { memory: 2Gi }", "limits: { cpu: 2 }", "media-worker has no limit of memory"),
  ]);
  expect(check()).toContain("example: Deployment media-worker: media-worker adds capabilities");
});

test("variables that no service reads, or in the wrong place, are reported", () => {
  expectProblems([
    [
      "base/gateway.yaml",
      "- { name: PORT,",
      "- { name: PORTS,",
      "Deployment gateway is given PORTS, which it does not read",
    ],
    [
      "base/gateway.yaml",
      "name: polls-secrets, key: OPS_PASSWORD",
      "name: polls-secrets, key: PASSWORD",
      "Deployment gateway: OPS_PASSWORD is the key PASSWORD of polls-secrets",
    ],
    [
      "base/mail-worker.yaml",
      "name: polls-secrets, key: SMTP_URL",
      "name: mail-secrets, key: SMTP_URL",
      "there are several Secrets: polls-secrets, mail-secrets",
    ],
    [
      "base/media-worker.yaml",
      "- name: REDIS_URL",
      "- name: APP_SECRET",
      "Deployment media-worker is not given the secret REDIS_URL, which it reads",
    ],
    [
      "base/payment-worker.yaml",
      "configMapRef: { name: polls-settings }",
      "configMapRef: { name: settings }",
      "Deployment payment-worker reads settings, which is no ConfigMap",
    ],
    [
      "base/webhook-worker.yaml",
      "envFrom: [{ configMapRef: { name: polls-settings } }]",
      "envFrom: []",
      "Deployment webhook-worker reads no ConfigMap",
    ],
    [
      "base/webhook-worker.yaml",
      "valueFrom: { secretKeyRef: { name: polls-secrets, key: APP_SECRET } }",
      "value: too open",
      "APP_SECRET must come from a Secret",
    ],
    [
      "example/backup.yaml",
      "- name: BACKUP_S3_ACCESS_KEY_ID",
      "- name: BACKUP_ACCESS_KEY_ID",
      "CronJob backup is given BACKUP_ACCESS_KEY_ID, which it does not read",
    ],
    [
      "example/settings.env",
      "S3_BUCKET=polls",
      "S3_BUKET=polls",
      "ConfigMap polls-settings: no service reads S3_BUKET",
    ],
    [
      "example/settings.env",
      "MAIL_FROM=",
      "SMTP_URL=smtp://a.example\nMAIL_FROM=",
      "ConfigMap polls-settings: SMTP_URL must come from a Secret",
    ],
    [
      "example/settings.env",
      "BASE_URL=",
      "METRICS_PORT=9095\nBASE_URL=",
      "ConfigMap polls-settings: METRICS_PORT is set by the Deployments",
    ],
  ]);
});

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
  const text = fs.readFileSync(path.join(dir, "example/scaling.yaml"), "utf8");
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
  const file = path.join(dir, "queries.json");
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
    const { status, said } = promtool(["check", "config", path.join(dir, "prometheus.yml")]);
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining("SUCCESS") });
  });

  test("the scrape job has the metrics address of each service", () => {
    const job = parse(fs.readFileSync(path.join(dir, "prometheus.yml"), "utf8")).scrape_configs[0];
    const gateway = fs.readFileSync(path.join(dir, "base/gateway.yaml"), "utf8");
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

const version = spawnSync("kubectl", ["version", "--client", "-o", "json"], { encoding: "utf8" });
const canRender =
  version.status === 0 &&
  Number(/^v1\.(\d+)/.exec(JSON.parse(version.stdout).clientVersion.gitVersion)?.[1]) >= 21;

describeWhere(canRender, "kubectl of 1.21 or newer is not installed")(
  "rendered by kubectl of version 1.21 or newer",
  () => {
    const { PATH } = process.env;

    test("the manifests pass", () => {
      expect(check({ PATH })).toEqual([]);
    });

    test("errors of kustomize are reported", () => {
      change("example/kustomization.yaml", "configMapGenerator:", "configMapGenerators:");
      expect(check({ PATH })).toEqual([
        expect.stringMatching(/unknown field .*configMapGenerators/),
      ]);
    });

    test("names that kustomize changes are resolved", () => {
      change("example/kustomization.yaml", "- name: polls-settings", "- name: settings");
      expect(check({ PATH })).toContain(
        "example: Deployment gateway reads polls-settings, which is no ConfigMap",
      );
    });
  },
);
