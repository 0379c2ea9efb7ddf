import { containersOf, labelsOf, nameOf, ofKind, selects, workloadsIn } from "./workloads.mjs";

/** The services that reach the internet, and whether they may reach private networks too. */
const waysOut = { "mail-worker": "all", "payment-worker": "public", "webhook-worker": "public" };

const privateNetworks = [
  "10.0.0.0/8",
  "100.64.0.0/10",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.168.0.0/16",
];

/** Networks that are too large for an operator's network, such as the internet. */
const isLarge = ({ cidr }) => Number(cidr.split("/")[1]) < 8;

/** Network rules that allow too much, or match nothing. */
export function* networkProblems(documents) {
  const policies = ofKind(documents, "NetworkPolicy");
  const workloads = workloadsIn(documents);
  for (const policy of policies) {
    const rules = [...(policy.spec.egress ?? []), ...(policy.spec.ingress ?? [])];
    const peers = rules.flatMap(({ to = [], from = [] }) => [...to, ...from]);
    const own = peers.filter((peer) => peer.podSelector && !peer.namespaceSelector);
    for (const selector of [policy.spec.podSelector, ...own.map((peer) => peer.podSelector)]) {
      if (!workloads.some((workload) => selects(selector, workload))) {
        yield `${nameOf(policy)} selects no pods by ${JSON.stringify(selector)}`;
      }
    }
    yield* closedPorts(policy, workloads);
  }
  for (const workload of workloads) {
    const own = policies.filter(({ spec }) => selects(spec.podSelector, workload));
    for (const type of ["Ingress", "Egress"]) {
      if (!own.some(({ spec }) => spec.policyTypes.includes(type))) {
        yield `${nameOf(workload)} is closed by no NetworkPolicy for ${type}`;
      }
    }
    const service = labelsOf(workload)["app.kubernetes.io/name"];
    for (const policy of own) yield* waysProblems(service, policy);
  }
}

/** Incoming connections must use a port that the pod has. */
function* closedPorts(policy, workloads) {
  const selected = workloads.filter((workload) => selects(policy.spec.podSelector, workload));
  const open = new Set(
    selected
      .flatMap(containersOf)
      .flatMap(({ ports = [] }) => ports.map(({ containerPort }) => containerPort)),
  );
  for (const { ports } of policy.spec.ingress ?? []) {
    if (ports === undefined) yield `${nameOf(policy)} opens all ports`;
    for (const { port } of ports ?? []) {
      if (!open.has(port)) yield `${nameOf(policy)} opens port ${port}, which no pod has`;
    }
  }
}

function* waysProblems(service, policy) {
  for (const { to, ports } of policy.spec.egress ?? []) {
    if (ports === undefined) yield `${nameOf(policy)} opens all ports to ${service}`;
    const large = (to ?? []).flatMap(({ ipBlock }) => (ipBlock && isLarge(ipBlock) ? ipBlock : []));
    if (to !== undefined && large.length === 0) continue;
    const way = waysOut[service];
    if (way === undefined) yield `${nameOf(policy)} opens the internet to ${service}`;
    if (way !== "public") continue;
    if (to === undefined) yield `${nameOf(policy)} opens private networks to ${service}`;
    for (const { cidr, except = [] } of large) {
      const left = privateNetworks.filter((network) => !except.includes(network));
      if (cidr.includes(".") && left.length > 0) {
        yield `${nameOf(policy)} opens ${left.join(", ")} to ${service}`;
      }
    }
  }
}
