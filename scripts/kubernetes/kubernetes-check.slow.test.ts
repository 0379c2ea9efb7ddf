// Covers docs/reliability.md: containers

import { spawnSync } from "@polls/devstack/children";
import { describeWhere } from "@polls/testing";
import { type Change, shareManifests } from "../testing/manifests";

const { check, change, expectProblems } = shareManifests();

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
