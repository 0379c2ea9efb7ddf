import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { containersOf, nameOf, podOf, workloadsIn } from "./workloads.mjs";

/** Minimum seconds between the shutdown timeout of a process and the kill by Kubernetes. */
const LEAST_MARGIN = 5;

/** Objects that the cluster provides. */
const ofTheCluster = new Set(["balancer"]);

/** Compares images, probes, grace periods and privileges of pods with the code and the compose files. */
export function* podProblems(documents, project) {
  const read = (name) => readFileSync(path.join(project, name), "utf8");
  const compose = parse(read("docker-compose.yml"), { merge: true }).services;
  const builds = parse(read("compose.build.yml"), { merge: true }).services;
  const built = Object.entries(compose)
    .filter(([service]) => builds[service] !== undefined)
    .map(([service, facts]) => [service, { ...facts, image: imageOf(facts) }]);
  const workloads = workloadsIn(documents);
  // A service of a profile runs only for one command.
  for (const [service, { image, profiles }] of built) {
    if (profiles !== undefined || ofTheCluster.has(service)) continue;
    const own = workloads.filter(({ metadata }) => metadata.name === service);
    if (own.length !== 1) yield `${service} of docker-compose.yml has ${own.length} workloads`;
    for (const workload of own) {
      const images = containersOf(workload).map(imageOf);
      if (images.some((each) => each !== image)) {
        yield `${nameOf(workload)} runs ${images}, and docker-compose.yml builds ${image}`;
      }
    }
  }
  for (const workload of workloads) {
    for (const image of containersOf(workload).map(imageOf)) {
      if (built.every(([, each]) => each.image !== image))
        yield `${nameOf(workload)}: nothing builds ${image}`;
    }
    if (workload.kind === "Deployment" && compose[workload.metadata.name] === undefined) {
      yield `${nameOf(workload)} is no service of docker-compose.yml`;
      continue;
    }
    const problems = [
      ...rightsProblems(workload),
      ...volumeProblems(workload),
      ...(workload.kind === "Deployment"
        ? [...probeProblems(workload, read), ...graceProblems(workload, read)]
        : endProblems(workload)),
    ];
    for (const problem of problems) yield `${nameOf(workload)}: ${problem}`;
  }
}

const imageOf = ({ image }) => /[\w-]+/.exec(image.split("/").at(-1))[0];

function* rightsProblems(workload) {
  const { automountServiceAccountToken, enableServiceLinks, securityContext, containers } =
    podOf(workload);
  if (automountServiceAccountToken !== false) yield "it has a token of the cluster";
  if (enableServiceLinks !== false) yield "it gets variables of the cluster's services";
  const { runAsNonRoot, runAsUser, seccompProfile } = securityContext ?? {};
  if (runAsNonRoot !== true || !(runAsUser > 0)) yield "it may run as root";
  if (seccompProfile?.type !== "RuntimeDefault") yield "it has no seccomp profile";
  for (const { name, securityContext: rights = {}, resources } of containers) {
    if (rights.readOnlyRootFilesystem !== true) yield `${name} may write to its root`;
    if (rights.allowPrivilegeEscalation !== false) yield `${name} may gain rights`;
    if (rights.capabilities?.drop?.includes("ALL") !== true) yield `${name} keeps capabilities`;
    if (rights.capabilities?.add !== undefined) yield `${name} adds capabilities`;
    if (resources?.requests?.cpu === undefined || resources.requests.memory === undefined) {
      yield `${name} requests no processor or memory`;
    }
    if (resources?.limits?.memory === undefined) yield `${name} has no limit of memory`;
  }
}

function* volumeProblems(workload) {
  const { volumes = [], containers } = podOf(workload);
  for (const { name, volumeMounts = [], env = [] } of containers) {
    for (const mount of volumeMounts) {
      if (!volumes.some((volume) => volume.name === mount.name)) {
        yield `${name} mounts ${mount.name}, which is no volume`;
      }
    }
    for (const { name: variable, value } of env) {
      if (!value?.startsWith("/")) continue;
      if (!volumeMounts.some(({ mountPath }) => `${value}/`.startsWith(`${mountPath}/`))) {
        yield `${variable} is on no volume`;
      }
    }
  }
}

function* endProblems(workload) {
  if (podOf(workload).restartPolicy !== "Never") yield "it restarts by itself";
}

/** The code must serve the path of each probe, at the port in the variables. */
function* probeProblems(workload, read) {
  const health = [...read("libs/runtime/src/health-server.ts").matchAll(/"(\/[a-z]+)": async/g)];
  const open = [
    ...read("services/gateway/src/http/routing/health-routes.ts").matchAll(/probe\("(\/[a-z]+)"/g),
  ];
  const served = { health, http: open };
  const portVariables = { health: "METRICS_PORT", http: "PORT" };
  for (const container of containersOf(workload)) {
    const { name, ports = [], env = [] } = container;
    for (const port of ports) {
      const variable = portVariables[port.name];
      const { value } = env.find((each) => each.name === variable) ?? {};
      if (String(port.containerPort) !== value) {
        yield `${name}: port ${port.name} is ${port.containerPort}, and ${variable} is ${value}`;
      }
    }
    for (const [kind, wanted] of Object.entries({
      startupProbe: "/healthz",
      readinessProbe: "/readyz",
      livenessProbe: "/healthz",
    })) {
      const { path: asked, port } = container[kind]?.httpGet ?? {};
      if (asked !== wanted) yield `${name}: ${kind} asks for ${asked}, not for ${wanted}`;
      if (!ports.some((each) => each.name === port))
        yield `${name}: ${kind} asks at no port ${port}`;
      else if (!served[port].some(([, each]) => each === asked)) {
        yield `${name}: ${kind} asks for ${asked}, which is not served at ${port}`;
      }
    }
  }
}

/** Kubernetes must not kill a pod before its process has shut down. */
function* graceProblems(workload, read) {
  const [, deadline] = /^const defaultDeadlineMs = ([\d_]+);/m.exec(
    read("libs/runtime/src/lifecycle.ts"),
  );
  const { containers, terminationGracePeriodSeconds } = podOf(workload);
  const delays = containers.flatMap(({ env = [] }) =>
    env.filter(({ name }) => name === "SHUTDOWN_DELAY_SECONDS").map(({ value }) => Number(value)),
  );
  const hasDelay = read(`services/${workload.metadata.name}/src/config.ts`).includes(
    "SHUTDOWN_DELAY",
  );
  if (hasDelay && delays.length === 0) yield "its SHUTDOWN_DELAY_SECONDS is not set";
  const needed =
    Number(deadline.replaceAll("_", "")) / 1_000 + Math.max(0, ...delays) + LEAST_MARGIN;
  if (!(terminationGracePeriodSeconds >= needed)) {
    yield `it is killed after ${terminationGracePeriodSeconds} s, and needs ${needed} s to end`;
  }
}
