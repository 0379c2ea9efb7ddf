// `npm run test:compose`: builds the compose stack, looks into its images, starts it with two gateways and two media
// workers, runs the demo through its balancer, restarts and replaces the gateways under votes, and takes it down.
// Needs a Docker engine.
import { execFile, spawnSync } from "node:child_process";
import { createServer } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { checkImages } from "./compose/check-images.mjs";
import { restartGateways } from "./compose/restart-gateways.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const project = `polls-test-${process.pid}`;
const WAIT = ["--wait", "--wait-timeout", "300"];

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const env = {
  ...process.env,
  ...{ PORT: String(port), BASE_URL: url },
  // One account votes as fast as it can.
  ...{ RATE_LIMIT_REQUESTS: "1000000", RATE_LIMIT_CREATED_PARTICIPANTS: "1000000" },
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

/** Beside this program, which goes on. */
const runBeside = async (args) =>
  (await promisify(execFile)("docker", args, { cwd: root, env })).stdout;

const ofProject = (args) => ["compose", "-p", project, ...args];
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

/** Which services have a way out of the stack. */
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

if (spawnSync("docker", ["info"], { stdio: "ignore" }).status !== 0) {
  process.stderr.write("No Docker engine answers: start one, or set DOCKER_HOST\n");
  process.exit(1);
}

try {
  await step("build", () => compose(["--profile", "operator", "build", "--quiet"]));
  await step("images", () => checkImages((args) => run("docker", args, { capture: true })));
  await step("start", () =>
    compose(["up", "-d", ...WAIT, "--scale", "gateway=2", "--scale", "media-worker=2"]),
  );
  const account = JSON.parse(
    inside("gateway", [
      ...["node", "services/gateway/dist/cli/main.js", "account", "create"],
      ...["--email", "compose@example.org", "--name", "Compose"],
    ]),
  );
  await step("demo", () =>
    run(process.execPath, ["scripts/demo.mjs"], {
      extra: { PRIVATE_TOKEN: account.private_token, PUBLIC_TOKEN: account.public_token },
    }),
  );
  await step("networks", checkNetworks);
  const workers = compose(["ps", "--status", "running", "-q", "media-worker"], { capture: true })
    .trim()
    .split("\n").length;
  if (workers !== 2) throw new Error(`${workers} media workers run, not 2`);
  const votes = await step("restarts", () =>
    restartGateways({
      ...{ url, token: account.private_token, docker: runBeside },
      compose: (args) => runBeside(ofProject(args)),
    }),
  );
  process.stdout.write(`${votes} votes were cast while gateways were restarted and replaced\n`);
  process.stdout.write("The compose stack works\n");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  spawnSync("docker", ofProject(["logs", "--tail", "60"]), { cwd: root, env, stdio: "inherit" });
  process.exitCode = 1;
} finally {
  spawnSync("docker", ofProject(["down", "-v", "--remove-orphans"]), {
    ...{ cwd: root, env, stdio: "inherit" },
  });
}
