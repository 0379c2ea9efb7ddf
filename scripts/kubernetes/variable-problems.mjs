import { readFileSync } from "node:fs";
import path from "node:path";
import { sharedVariables, variablesIn } from "../verify/variables.mjs";
import { containersOf, nameOf, ofKind, workloadsIn } from "./workloads.mjs";

/** Variables that no pod gets: the image defines them, or they are for one machine. */
const ofNoPod = new Set([
  ...["HOST", "PATH", "HOME", "LANG", "FFMPEG_PATH"],
  ...["DATA_DIR", "STORAGE_DIR", "STORAGE_MIN_FREE_MB", "STRIPE_API_URL", "DEV_MAIL_URL"],
  ...["EXIT_WITH_PARENT", "BACKUP_S3_BUCKET"],
]);

const secret =
  /^(?:DATABASE|REDIS|SMTP)(?:_[A-Z]+)?_URL$|(?:^|_)(?:SECRET|PASSWORD|PRIVATE_KEY|SECRET_KEY|ACCESS_KEY(?:_ID)?)(?:_\d)?$/;

/** The variables that a program of each image reads, by the name of the service. */
function readVariables(project) {
  const shared = sharedVariables(project);
  const migration = readFileSync(
    path.join(project, "scripts/setup/given-database-url.mjs"),
    "utf8",
  );
  const jobs = {
    migrate: () => [...migration.matchAll(/process\.env\.([A-Z\d_]+)/g)].map(([, name]) => name),
    backup: () => {
      const own = [...variablesIn(project, "services/gateway/src/cli/backup", shared)];
      // The variables of the backup server are derived from those of the storage.
      return [
        ...own,
        ...own.filter((name) => name.startsWith("S3_")).map((name) => `BACKUP_${name}`),
      ];
    },
  };
  return (name) => new Set(jobs[name]?.() ?? variablesIn(project, `services/${name}/src`, shared));
}

/** Variables that pods get but do not read, or read but do not get. */
export function* variableProblems(documents, project) {
  const readBy = readVariables(project);
  const maps = ofKind(documents, "ConfigMap");
  const workloads = workloadsIn(documents);
  const all = new Set();
  const secrets = new Set();
  for (const workload of workloads) {
    const wanted = readBy(workload.metadata.name);
    for (const name of wanted) all.add(name);
    for (const { env = [], envFrom = [] } of containersOf(workload)) {
      for (const { name, value, valueFrom } of env) {
        if (!wanted.has(name)) yield `${nameOf(workload)} is given ${name}, which it does not read`;
        if (value !== undefined && secret.test(name)) yield `${name} must come from a Secret`;
        if (valueFrom === undefined) continue;
        const { name: from, key } = valueFrom.secretKeyRef ?? {};
        // Jobs connect to the database server itself, services possibly to a pooler.
        const ofJob = workload.kind !== "Deployment" && key === `MIGRATION_${name}`;
        if (key !== name && !ofJob) {
          yield `${nameOf(workload)}: ${name} is the key ${key} of ${from}`;
        }
        secrets.add(from);
      }
      for (const name of wanted) {
        if (secret.test(name) && env.every((each) => each.name !== name)) {
          yield `${nameOf(workload)} is not given the secret ${name}, which it reads`;
        }
      }
      for (const { configMapRef } of envFrom) {
        if (maps.every(({ metadata }) => metadata.name !== configMapRef?.name)) {
          yield `${nameOf(workload)} reads ${configMapRef?.name}, which is no ConfigMap`;
        }
      }
      const open = [...wanted].filter((name) => !secret.test(name) && !ofNoPod.has(name));
      const variableNames = new Set(env.map(({ name }) => name));
      if (envFrom.length === 0 && open.some((name) => !variableNames.has(name))) {
        yield `${nameOf(workload)} reads no ConfigMap`;
      }
    }
  }
  if (secrets.size > 1) yield `there are several Secrets: ${[...secrets].join(", ")}`;
  const fixed = fixedVariables(workloads);
  for (const map of maps) {
    for (const name of Object.keys(map.data ?? {})) {
      if (!all.has(name) || ofNoPod.has(name)) yield `${nameOf(map)}: no service reads ${name}`;
      if (secret.test(name)) yield `${nameOf(map)}: ${name} must come from a Secret`;
      if (fixed.has(name)) yield `${nameOf(map)}: ${name} is set by the Deployments`;
    }
  }
}

const fixedVariables = (workloads) =>
  new Set(
    workloads
      .flatMap(containersOf)
      .flatMap(({ env = [] }) => env.filter(({ value }) => value !== undefined))
      .map(({ name }) => name),
  );

/** The list of variables in the document that are no settings: which services read them, and where they are set. */
export function variablesTable(documents) {
  const services = workloadsIn(documents).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const rows = new Map();
  const add = (set, name, service) => {
    const row = rows.get(`${set} ${name}`) ?? { set, name, services: [] };
    rows.set(`${set} ${name}`, { ...row, services: [...row.services, service] });
  };
  for (const workload of services) {
    const service = workload.metadata.name;
    for (const { env = [] } of containersOf(workload)) {
      for (const { name, valueFrom } of env) {
        const { key, optional } = valueFrom?.secretKeyRef ?? {};
        if (key === undefined) add("2 Set by the Deployment", name, service);
        else add(optional ? "1 Optional in the Secret" : "0 In the Secret", key, service);
      }
    }
  }
  const running = ofKind(services, "Deployment").map(({ metadata }) => metadata.name);
  const groups = new Map();
  for (const { set, name, services: readers } of rows.values()) {
    const all = running.every((service) => readers.includes(service));
    const others = readers.filter((service) => !all || !running.includes(service));
    const by = [...(all ? ["all services"] : []), ...others].join(", ");
    const group = `${set}|${by}`;
    groups.set(group, [...(groups.get(group) ?? []), `\`${name}\``]);
  }
  const lists = new Map();
  for (const [group, names] of [...groups].sort()) {
    const [set, by] = group.split("|");
    lists.set(set, [...(lists.get(set) ?? []), `- ${by}: ${names.sort().join(", ")}`]);
  }
  return [...lists].map(([set, lines]) => `${set.slice(2)}:\n\n${lines.join("\n")}`).join("\n\n");
}
