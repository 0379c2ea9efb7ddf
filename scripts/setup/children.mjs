// How scripts start processes. With it, a script also ends when the npm that started it has ended, perhaps by SIGKILL.
import { Worker } from "node:worker_threads";

export { fork, run, runSync, spawn, spawnSync } from "../../libs/devstack/children.cjs";

const PROBE_MS = 500;

// Between npm and a script there may be a shell, which does not end with npm but gets another parent. On macOS it
// becomes the script.
const watch = `
  const { readFileSync } = require("node:fs");
  const parents = () => {
    try {
      const [, parent] = /\\(sh\\) \\S+ (\\d+)/.exec(readFileSync("/proc/" + process.ppid + "/stat", "utf8"));
      return process.ppid + " " + parent;
    } catch {
      return String(process.ppid);
    }
  };
  const first = parents();
  setInterval(() => {
    if (parents() !== first) process.kill(process.pid, "SIGTERM");
  }, ${PROBE_MS});`;

// A thread, because `spawnSync` blocks this one.
if (process.env.npm_lifecycle_event !== undefined)
  new Worker(watch, { eval: true, execArgv: [] }).unref();
