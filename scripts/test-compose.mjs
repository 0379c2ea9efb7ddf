// `npm run test:compose`: builds the images in this clone, inspects them, and starts the stack in a directory that has
// no sources, with two gateways and two media workers. It runs the demo through the balancer, checks the stack with
// doctor, replaces the gateways during votes, makes a backup during votes, removes everything, restores it, and runs it
// with all workers in one process. At the end it removes the stack.
// Needs a Docker engine.

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { chmod, copyFile, mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { inspect } from "node:util";
import { backUpAndRestore } from "./compose/back-up-and-restore.mjs";
import { checkDecoders } from "./compose/check-decoders.mjs";
import { checkDoctor } from "./compose/check-doctor.mjs";
import { checkImages } from "./compose/check-images.mjs";
import { checkOrphans } from "./compose/check-orphans.mjs";
import { restartGateways } from "./compose/restart-gateways.mjs";
import { run as ask, spawnSync } from "./setup/children.mjs";
import { freePort } from "./setup/free-port.mjs";
import { answerHelp } from "./setup/help.mjs";
import { root } from "./setup/root.mjs";

answerHelp(import.meta.filename);

const project = `polls-test-${process.pid}`;
const WAIT = ["--wait", "--wait-timeout", "300"];

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const directory = mkdtempSync(path.join(tmpdir(), "polls-compose-"));
const secrets = path.join(directory, "secrets");
const backups = path.join(directory, "backups");
/** What a machine without the sources has: docker-compose.yml, .env and the profile of decoders. */
const composeFile = path.join(directory, "docker-compose.yml");
const decoderProfile = "deploy/media-worker/seccomp.json";
const envFile = path.join(directory, ".env");
const env = {
  ...process.env,
  PORT: String(port),
  BASE_URL: url,
  SECRETS_DIR: secrets,
  VERSION: "latest",
  // A stack with a secret is in production, unless this is set.
  NODE_ENV: "development",
  // One account votes as fast as it can.
  RATE_LIMIT_REQUESTS: "1000000",
  RATE_LIMIT_CREATED_PARTICIPANTS: "1000000",
};

function run(command, args, { capture = false, extra = {} } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    env: { ...env, ...extra },
    encoding: "utf8",
    stdio: ["ignore", capture ? "pipe" : "inherit", "inherit"],
  });
  if (result.error !== undefined) throw result.error;
  if (result.status !== 0) {
    const said = result.stdout ?? "";
    throw new Error(
      `${command} ${args.slice(0, 6).join(" ")} … ended with ${result.status} ${said}`,
    );
  }
  return result.stdout ?? "";
}

/** NODE_IMAGE, else the default of docker-compose.yml, else Node 22 if only that is here. */
function chooseNode() {
  const isHere = (image) =>
    spawnSync("docker", ["image", "inspect", image], { stdio: "ignore" }).status === 0;
  if (env.NODE_IMAGE || isHere("node:24-bookworm-slim") || !isHere("node:22-bookworm-slim")) return;
  env.NODE_IMAGE = "node:22-bookworm-slim";
  process.stdout.write("node:24-bookworm-slim is not here: the images have Node 22\n");
}

/** Runs in the background. */
const runBeside = async (args) => (await ask("docker", args, { cwd: root, env })).stdout;

const options = ["-f", composeFile, "--env-file", envFile, "-p", project];
const ofProject = (args) => ["compose", ...options, ...args];
const compose = (args, options) => run("docker", ofProject(args), options);
const inside = (service, command) =>
  compose(["exec", "-T", service, ...command], { capture: true });

async function step(what, work) {
  const started = Date.now();
  process.stdout.write(`— ${what}\n`);
  const result = await work();
  process.stdout.write(`  ${what}: ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  return result;
}

/** The services that can reach networks outside of the stack. */
function checkNetworks() {
  const waysOut = {
    gateway: false,
    "media-worker": false,
    "mail-worker": true,
    "payment-worker": true,
    "webhook-worker": true,
  };
  for (const [service, expected] of Object.entries(waysOut)) {
    // Fields of a route: device, destination, …
    const routes = inside(service, ["bash", "-c", 'echo "$(</proc/net/route)"']);
    const actual = /^\w+\s+00000000\s/m.test(routes);
    if (actual === expected) continue;
    throw new Error(`${service} has ${actual ? "a" : "no"} way out of the stack`);
  }
}

/** The services that get the secret of the stack. */
const withSecret = ["gateway", "mail-worker", "webhook-worker", "workers", "operator"];

/** The secret of the stack is in a file. */
async function writeSettings() {
  await mkdir(backups);
  await mkdir(path.join(directory, path.dirname(decoderProfile)), { recursive: true });
  for (const name of ["docker-compose.yml", decoderProfile])
    await copyFile(path.join(root, name), path.join(directory, name));
  const secret = `${randomBytes(32).toString("base64")}\n`;
  for (const service of withSecret) {
    await mkdir(path.join(secrets, service), { recursive: true });
    await writeFile(path.join(secrets, service, "app_secret"), secret);
  }
  await writeFile(envFile, "APP_SECRET=\nAPP_SECRET_FILE=/run/secrets/app_secret\n");
  // The user of the containers reads the secret and writes backups.
  await chmod(directory, 0o755);
  await chmod(backups, 0o777);
}

/** Workers that do not read a secret do not have it: a decoder that a hostile upload takes over finds none. */
function checkSecrets() {
  for (const service of ["media-worker", "payment-worker"]) {
    const seen = inside(service, [
      "bash",
      "-c",
      'shopt -s nullglob; echo /run/secrets/* "$APP_SECRET"',
    ]);
    if (seen.trim() !== "") throw new Error(`${service} has secrets of other services: ${seen}`);
  }
}

/** Runs a command in a container of its own; never throws. */
const runOnce = (service, words, variables = {}, options = []) =>
  spawnSync(
    "docker",
    ofProject([
      ...["run", "--rm", "-T", ...options],
      ...Object.entries(variables).flatMap(([name, value]) => ["-e", `${name}=${value}`]),
      ...[service, ...words],
    ]),
    { cwd: root, env, encoding: "utf8" },
  );

async function operate(...words) {
  const mounted = ["-v", `${backups}:/backups`];
  return JSON.parse(
    await runBeside(ofProject(["run", "--rm", "-T", ...mounted, "operator", ...words])),
  );
}

/** Production takes no secret of docker-compose.yml. */
function checkProduction() {
  const APP_SECRET = "only-for-a-local-stack-set-your-own-secret";
  const variables = { NODE_ENV: "production", APP_SECRET, APP_SECRET_FILE: "" };
  const { status, stdout, stderr } = runOnce("gateway", [], variables, ["--no-deps"]);
  const said = `${stdout}${stderr}`;
  for (const variable of ["APP_SECRET", "BASE_URL", "DATABASE_URL"]) {
    if (status !== 0 && said.includes(`${variable} `)) continue;
    throw new Error(`production started with the ${variable} of docker-compose.yml: ${said}`);
  }
}

if (spawnSync("docker", ["info"], { stdio: "ignore" }).status !== 0) {
  process.stderr.write("No Docker engine answers: start one, or set DOCKER_HOST\n");
  process.exit(1);
}

/** The settings of docs/operations.md#a-small-machine. */
const small = {
  COMPOSE_PROFILES: "small",
  SEPARATE_WORKERS: "0",
  OPS_SERVICES: "gateway=gateway:9400,workers=workers:9400",
};

const profiles = ["operator", "small", "tls"].flatMap((name) => ["--profile", name]);
const scale = ["--scale", "gateway=2", "--scale", "media-worker=2"];
const up = ["up", "-d", ...WAIT, ...scale];

try {
  await writeSettings();
  chooseNode();
  await step("build", () => run("docker", ["compose", ...profiles, "build", "--quiet"]));
  await step("images", () => checkImages((args) => run("docker", args, { capture: true })));
  await step("start", () => compose(up));
  const account = JSON.parse(
    inside("gateway", [
      ...["node", "services/gateway/dist/cli/main.js", "account", "create"],
      ...["--email", "compose@example.org", "--name", "Compose"],
    ]),
  );
  const tokens = { PRIVATE_TOKEN: account.private_token, PUBLIC_TOKEN: account.public_token };
  const runDemo = () => run(process.execPath, ["scripts/demo.mjs"], { extra: tokens });
  await step("demo", runDemo);
  await step("networks", checkNetworks);
  await step("secrets", checkSecrets);
  await step("decoders", () => checkDecoders(inside));
  const workers = compose(["ps", "--status", "running", "-q", "media-worker"], { capture: true })
    .trim()
    .split("\n").length;
  if (workers !== 2) throw new Error(`${workers} media workers run, not 2`);
  await step("production", checkProduction);
  await step("orphans", () =>
    checkOrphans({ docker: runBeside, compose: (args) => runBeside(ofProject(args)) }),
  );
  const doctor = (words, variables) => runOnce("operator", words, variables);
  const processes = { gateway: 2, "media-worker": 2, "mail-worker": 1, "payment-worker": 1 };
  await step("doctor", () => checkDoctor(doctor, { ...processes, "webhook-worker": 1 }));
  const client = { url, token: account.private_token };
  const { replaced, killed } = await step("restarts", () =>
    restartGateways({
      ...client,
      docker: runBeside,
      compose: (args) => runBeside(ofProject(args)),
      replace: () => ask("deploy/restart-gateways.sh", ["compose", ...options], { cwd: root, env }),
    }),
  );
  process.stdout.write(`${replaced} votes were cast while gateways were replaced\n`);
  process.stdout.write(`${killed} votes were cast while a gateway was killed\n`);
  const { rows, files, votes } = await step("backup and restore", () =>
    backUpAndRestore({
      ...client,
      back: () => operate("backup", "--to", "/backups"),
      // In the background, so that `fetch` notices that the connections of the old stack are gone.
      destroy: () => runBeside(ofProject(["down", "-v"])),
      async restore() {
        await runBeside(ofProject(["up", "-d", ...WAIT, "postgres"]));
        return operate("restore", "--from", "/backups");
      },
      start: () => runBeside(ofProject(up)),
      recount: () => operate("ops", "recount", "--check"),
    }),
  );
  process.stdout.write(
    `${rows} rows and ${files} files came back; ${votes} votes were cast meanwhile\n`,
  );
  Object.assign(env, small);
  await step("all workers in one process", () => {
    compose(["up", "-d", ...WAIT]);
    const running = compose(["ps", "--status", "running", "--services"], { capture: true });
    const names = running.trim().split("\n").sort().join(" ");
    if (names !== "balancer gateway postgres redis workers") throw new Error(`${names} run`);
    runDemo();
    return checkDoctor(doctor, { gateway: 1, workers: 1 });
  });
  process.stdout.write("The compose stack works\n");
} catch (error) {
  // The cause tells why a request failed, and stderr why a command did.
  process.stderr.write(`${inspect(error)}\n`);
  spawnSync("docker", ofProject(["logs", "--tail", "60"]), { cwd: root, env, stdio: "inherit" });
  process.exitCode = 1;
} finally {
  // Its files belong to the user of the containers.
  const each = 'fs.rmSync("/backups/" + name, { recursive: true })';
  const remove = ["-e", `for (const name of fs.readdirSync("/backups")) ${each}`];
  runOnce("operator", remove, {}, [
    ...["--no-deps", "--entrypoint", "node", "-v", `${backups}:/backups`],
  ]);
  spawnSync("docker", ofProject(["down", "-v", "--remove-orphans"]), {
    cwd: root,
    env,
    stdio: "inherit",
  });
  rmSync(directory, { recursive: true, force: true });
}
