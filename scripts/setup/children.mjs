// How scripts start processes. With it, a script also ends when the npm that started it has ended, perhaps by SIGKILL.
import { Worker } from "node:worker_threads";

export { fork, run, runSync, spawn, spawnSync } from "../../libs/devstack/children.cjs";

const PROBE_MS = 500;

// A thread, because `spawnSync` blocks this one.
if (process.env.npm_lifecycle_event !== undefined) {
  const watch = `setInterval(() => {
    if (process.ppid !== ${process.ppid}) process.kill(process.pid, "SIGTERM");
  }, ${PROBE_MS});`;
  new Worker(watch, { eval: true }).unref();
}
