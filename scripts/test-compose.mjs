// Builds and starts the compose stack with two media workers, runs the demo through its published
// port, and takes the stack down: `npm run test:compose`. Needs a Docker engine.
import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const project = `polls-test-${process.pid}`;

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const port = await freePort();
const env = { ...process.env, PORT: String(port), BASE_URL: `http://127.0.0.1:${port}` };

function run(command, args, { capture = false, extra = {} } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    env: { ...env, ...extra },
    encoding: "utf8",
    stdio: ["ignore", capture ? "pipe" : "inherit", "inherit"],
  });
  if (result.error !== undefined) throw result.error;
  if (result.status !== 0) {
    throw new Error(`${command} ${args.slice(0, 6).join(" ")} … ended with ${result.status}`);
  }
  return result.stdout ?? "";
}

const compose = (args, options) => run("docker", ["compose", "-p", project, ...args], options);

function step(what, work) {
  const started = Date.now();
  process.stdout.write(`— ${what}\n`);
  const result = work();
  process.stdout.write(`  ${what}: ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  return result;
}

if (spawnSync("docker", ["info"], { stdio: "ignore" }).status !== 0) {
  process.stderr.write("No Docker engine answers: start one, or set DOCKER_HOST\n");
  process.exit(1);
}

try {
  step("build", () => compose(["build", "--quiet"]));
  step("start", () =>
    compose(["up", "-d", "--wait", "--wait-timeout", "180", "--scale", "media-worker=2"]),
  );
  const account = JSON.parse(
    compose(
      [
        "exec",
        "-T",
        "gateway",
        "node",
        "services/gateway/dist/cli/main.js",
        "account",
        "create",
      ].concat(["--email", "compose@example.org", "--name", "Compose"]),
      { capture: true },
    ),
  );
  step("demo", () =>
    run(process.execPath, ["scripts/demo.mjs"], {
      extra: { PRIVATE_TOKEN: account.private_token, PUBLIC_TOKEN: account.public_token },
    }),
  );
  const workers = compose(["ps", "--status", "running", "-q", "media-worker"], { capture: true })
    .trim()
    .split("\n").length;
  if (workers !== 2) throw new Error(`${workers} media workers run, not 2`);
  process.stdout.write("The compose stack works\n");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  spawnSync("docker", ["compose", "-p", project, "logs", "--tail", "60"], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  process.exitCode = 1;
} finally {
  spawnSync("docker", ["compose", "-p", project, "down", "-v", "--remove-orphans"], {
    cwd: root,
    env,
    stdio: "inherit",
  });
}
