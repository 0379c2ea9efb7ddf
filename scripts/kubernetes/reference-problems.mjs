import { containersOf, labelsOf, nameOf, ofKind, selects, workloadsIn } from "./workloads.mjs";

/** References between documents (names, labels and ports) without a target. */
export function* referenceProblems(documents) {
  const names = documents.map(nameOf);
  for (const name of new Set(names.filter((each, at) => names.indexOf(each) < at))) {
    yield `${name} is there twice`;
  }
  const workloads = workloadsIn(documents);
  for (const workload of ofKind(workloads, "Deployment")) {
    if (!selects(workload.spec.selector, workload)) {
      yield `${nameOf(workload)} does not select its own pods`;
    }
    const budgets = ofKind(documents, "PodDisruptionBudget");
    if (!budgets.some(({ spec }) => selects(spec.selector, workload))) {
      yield `${nameOf(workload)} has no PodDisruptionBudget`;
    }
  }
  for (const budget of ofKind(documents, "PodDisruptionBudget")) {
    yield* selectsOne(budget, budget.spec.selector, workloads);
  }
  for (const service of ofKind(documents, "Service")) {
    const selector = { matchLabels: service.spec.selector };
    yield* selectsOne(service, selector, workloads);
    for (const { targetPort } of service.spec.ports) {
      const selected = workloads.filter((each) => selects(selector, each));
      if (!selected.every((workload) => portNames(workload).has(targetPort))) {
        yield `${nameOf(service)}: the pods have no port ${targetPort}`;
      }
    }
  }
  for (const ingress of ofKind(documents, "Ingress")) {
    for (const { http } of ingress.spec.rules) {
      for (const { backend } of http.paths) yield* backendProblems(ingress, backend, documents);
    }
  }
  yield* scalerProblems(documents);
  yield* doctorProblems(documents);
}

function* selectsOne(document, selector, workloads) {
  const selected = workloads.filter((workload) => selects(selector, workload));
  if (selected.length !== 1) {
    yield `${nameOf(document)} selects the pods of ${selected.length} workloads`;
  }
}

const portsOf = (workload) => containersOf(workload).flatMap(({ ports = [] }) => ports);
const portNames = (workload) => new Set(portsOf(workload).map(({ name }) => name));

function* backendProblems(ingress, { service: { name, port } }, documents) {
  const service = ofKind(documents, "Service").find((each) => each.metadata.name === name);
  const ports = service?.spec.ports ?? [];
  if (!ports.some((each) => each.name === port.name || each.port === port.number)) {
    yield `${nameOf(ingress)} leads to port ${port.name ?? port.number} of ${name}, which is not there`;
  }
}

function* scalerProblems(documents) {
  const scalers = [
    ...ofKind(documents, "HorizontalPodAutoscaler"),
    ...ofKind(documents, "ScaledObject"),
  ];
  const scaled = new Set();
  for (const scaler of scalers) {
    const { name, kind = "Deployment" } = scaler.spec.scaleTargetRef;
    const target = ofKind(documents, kind).find((each) => each.metadata.name === name);
    if (target === undefined) yield `${nameOf(scaler)} scales ${kind} ${name}, which is not there`;
    if (target?.spec.replicas !== undefined) {
      yield `${nameOf(target)} has replicas, which ${nameOf(scaler)} sets`;
    }
    if (scaled.has(name)) yield `${nameOf(scaler)}: ${name} is scaled by another one`;
    scaled.add(name);
  }
}

/** The addresses that `ops doctor` queries must be addresses of Services. */
function* doctorProblems(documents) {
  const services = new Set(
    ofKind(documents, "Service").flatMap(({ metadata, spec }) =>
      spec.ports.map(({ port }) => `${metadata.name}:${port}`),
    ),
  );
  for (const workload of workloadsIn(documents)) {
    for (const { env = [] } of containersOf(workload)) {
      const { value } = env.find(({ name }) => name === "OPS_SERVICES") ?? {};
      if (value === undefined) continue;
      const addressOf = new Map(value.split(",").map((each) => each.split("=")));
      for (const [service, address] of addressOf) {
        if (!services.has(address)) yield `OPS_SERVICES: no Service is ${service}=${address}`;
      }
      for (const other of ofKind(documents, "Deployment")) {
        const service = labelsOf(other)["app.kubernetes.io/name"];
        if (!addressOf.has(service)) yield `OPS_SERVICES has no address of ${service}`;
      }
    }
  }
}
