// `node scripts/compose-check.mjs [compose file]`: runs `docker compose config`. Without Docker it parses the
// file and checks that its services refer only to existing things. In both cases each service must get the variables
// that its programs read, and no other secret, and run from an image, which compose.build.yml builds.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { spawnSync } from "./setup/children.mjs";
import { root } from "./setup/root.mjs";
import { sharedVariables, variablesOf } from "./verify/variables.mjs";

const file = path.resolve(process.argv[2] ?? path.join(root, "docker-compose.yml"));

/** An operator fills in this many settings before the first start. */
const MOST_SETTINGS = 5;

const namesOf = (value) => (Array.isArray(value) ? value : Object.keys(value ?? {}));

/** The named volume of a mount; undefined for a directory. */
function volumeOf(mount) {
  if (typeof mount === "object") return mount.type === "volume" ? mount.source : undefined;
  const [source] = String(mount).split(":");
  return /^[./~$]/.test(source) ? undefined : source;
}

function* problemsOf({ services, volumes, networks, secrets }) {
  if (Object.keys(services ?? {}).length === 0) yield "there are no services";
  for (const [name, service] of Object.entries(services ?? {})) {
    const { depends_on, volumes: mounts = [] } = service;
    for (const other of namesOf(depends_on)) {
      if (services[other] === undefined) yield `${name} depends on ${other}, which is no service`;
    }
    for (const volume of mounts.map(volumeOf).filter((each) => each !== undefined)) {
      if (volumes?.[volume] === undefined && !(volume in (volumes ?? {}))) {
        yield `${name} mounts ${volume}, which is no volume`;
      }
    }
    for (const network of namesOf(service.networks)) {
      if (!(network in (networks ?? {})) && network !== "default") {
        yield `${name} is on ${network}, which is no network`;
      }
    }
    for (const secret of service.secrets ?? []) {
      const source = typeof secret === "string" ? secret : secret.source;
      if (!(source in (secrets ?? {}))) yield `${name} reads ${source}, which is no secret`;
    }
  }
}

/** Variables that no container gets: the image, its network or its database defines them. */
const ofTheImage = new Set([
  ...["HOST", "PATH", "HOME", "LANG", "FFMPEG_PATH", "DATA_DIR"],
  ...["DEV_MAIL_URL", "EXIT_WITH_PARENT", "DATABASE_POOLER"],
]);

function* notHandedOn({ services }) {
  const project = path.dirname(file);
  const shared = sharedVariables(project);
  for (const [name, { environment = {} }] of Object.entries(services ?? {})) {
    for (const variable of variablesOf(project, name, shared)) {
      if (variable in environment || ofTheImage.has(variable)) continue;
      yield `${name} is not handed ${variable}, which it reads`;
    }
  }
}

/** The names of secrets, which may be in files. */
const secretNames = readFileSync(path.join(root, "libs/config/src/known-variables.ts"), "utf8")
  .split("export const secretVariables = [")[1]
  .split("] as const")[0]
  .match(/[A-Z][A-Z\d_]+/g);

function* withoutFile({ services }) {
  for (const [name, { environment = {} }] of Object.entries(services ?? {})) {
    for (const secret of secretNames) {
      if (secret in environment && !(`${secret}_FILE` in environment))
        yield `${name} is handed ${secret} and not ${secret}_FILE`;
    }
  }
}

/** Secrets that a service gets and does not read: an attacker in its container would read them. */
function* unreadSecrets({ services }) {
  const project = path.dirname(file);
  const shared = sharedVariables(project);
  for (const [name, { environment = {} }] of Object.entries(services ?? {})) {
    if (!existsSync(path.join(project, "services", name))) continue;
    const read = variablesOf(project, name, shared);
    for (const secret of secretNames) {
      if (secret in environment && !read.has(secret))
        yield `${name} is handed ${secret}, which it does not read`;
    }
  }
}

/** What keeps one container from harming the machine or the others, and strangers from a stack with public secrets. */
function* unrestricted({ services }) {
  for (const [name, { init, mem_limit, ports = [] }] of Object.entries(services ?? {})) {
    if (init !== true) yield `${name} has no init: its first process adopts orphans`;
    if (mem_limit === undefined) yield `${name} has no mem_limit`;
    for (const port of ports) {
      if (!/^(\$\{\w+:-)?127\.0\.0\.1\}?:/.test(port))
        yield `${name} publishes ${port} on all addresses: bind it to 127.0.0.1 by default`;
    }
  }
}

/** Reads a file beside the compose file; undefined if there is none. */
function readBeside(name) {
  const place = path.join(path.dirname(file), name);
  return existsSync(place) ? readFileSync(place, "utf8") : undefined;
}

/** Services that a machine without the sources cannot start, and images that a clone does not build. */
function* unbuilt({ services }) {
  const built = parse(readBeside("compose.build.yml") ?? "", { merge: true })?.services ?? {};
  const stages = readBeside("Dockerfile")?.matchAll(/^FROM \S+ AS (\S+)/gm) ?? [];
  const targets = new Set([...stages].map(([, target]) => target));
  for (const [name, { image, build }] of Object.entries(services ?? {})) {
    if (image === undefined) yield `${name} has no image`;
    if (build !== undefined) yield `${name} is built: move its build to compose.build.yml`;
    const own = /\bpolls-[\w-]+(?=:)/.test(image ?? "");
    if (own && built[name] === undefined) yield `compose.build.yml does not build ${name}`;
    if (!own && built[name] !== undefined)
      yield `compose.build.yml builds ${name}, which runs ${image}`;
  }
  for (const [name, { build }] of Object.entries(built)) {
    if (services?.[name] === undefined)
      yield `compose.build.yml builds ${name}, which is no service`;
    if (!targets.has(build?.target)) yield `${name}: the Dockerfile has no target ${build?.target}`;
  }
}

/** Lines of .env.example that set nothing. */
function* unusedSettings(text) {
  const lines = (readBeside(".env.example") ?? "").split("\n").filter((line) => line !== "");
  if (lines.length > MOST_SETTINGS) yield `.env.example has more than ${MOST_SETTINGS} lines`;
  for (const line of lines) {
    const [name] = line.split("=");
    if (!new RegExp(`\\$\\{${name}\\b|^ +${name}:$`, "m").test(text))
      yield `.env.example sets ${name}, which docker-compose.yml does not read`;
  }
}

const compose = (...args) => spawnSync("docker", ["compose", ...args], { encoding: "utf8" });

const problems = [];
try {
  const text = readFileSync(file, "utf8");
  const content = parse(text, { merge: true }) ?? {};
  problems.push(
    ...notHandedOn(content),
    ...withoutFile(content),
    ...unreadSecrets(content),
    ...unrestricted(content),
    ...unbuilt(content),
    ...unusedSettings(text),
  );
  if (compose("version").status === 0) {
    const { status, stderr } = compose("-f", file, "config", "-q");
    if (status !== 0) problems.push(stderr.trim());
  } else problems.push(...problemsOf(content));
} catch (error) {
  problems.push(error.message);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
