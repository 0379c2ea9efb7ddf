#!/usr/bin/env node
// Runs the storage tests against a real S3 server (Ceph RGW), which it starts and stops. Where that
// cannot run, it says so and skips.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const server = resolve(root, "../shared/tools/s3/ceph-one.sh");
const programs = ["ceph-mon", "ceph-osd", "ceph", "radosgw", "radosgw-admin"];

const why = cannotRun();
if (why !== undefined) {
  console.log(`skipped: no S3 server here, as ${why}`);
  process.exit(0);
}

const port = await freePort();
try {
  await startServer();
  run(process.execPath, ["node_modules/jest/bin/jest.js", "libs/storage", "-w", "1"], {
    S3_TEST_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_TEST_KEY: "AKIDTEST",
    S3_TEST_SECRET: "SECRETTEST",
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  spawnSync("bash", [server, "stop"], { cwd: root, stdio: "inherit" });
}

/** Its parts race at the start, and lose now and then: then all of it is started again. */
async function startServer() {
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    const options = { cwd: root, stdio: ["ignore", "inherit", "ignore"], timeout: 40_000 };
    if (spawnSync("bash", [server, "start", String(port)], options).status === 0) return;
    spawnSync("bash", [server, "stop"], { cwd: root, stdio: "ignore" });
    console.log(`the S3 server did not come up (attempt ${attempt})`);
    await pause(2_000);
  }
  throw new Error("the S3 server does not come up");
}

function cannotRun() {
  if (!existsSync(server)) return "there is no script that starts one";
  if (process.getuid?.() !== 0) return "it needs to run as root";
  const missing = programs.filter((program) => spawnSync("which", [program]).status !== 0);
  if (missing.length === 0) return undefined;
  return `${missing.join(", ")} is missing (Debian: ceph-mon ceph-osd ceph-common radosgw)`;
}

function run(command, args, variables = {}) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...variables },
    timeout: 300_000,
  });
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}`);
}

function freePort() {
  return new Promise((found, failed) => {
    const probe = createServer().once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address();
      probe.close(() => found(free));
    });
  });
}
