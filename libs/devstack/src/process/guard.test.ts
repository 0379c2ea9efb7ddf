import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fromSource } from "../services/node-args";
import { askUntil } from "./deadline";
import { isAlive, waitUntilGone } from "./run-process";

const root = path.resolve(__dirname, "../../../..");
const children: number[] = [];
afterEach(() => {
  for (const pid of children.splice(0)) if (isAlive(pid)) process.kill(pid, "SIGKILL");
});

/**
 * Starts a process that guards another one and prints its process id. The process is killed before
 * this returns.
 */
async function guardAndDie(guarded: string, options: object, release = false): Promise<number> {
  const program = `
    const { spawn } = require("node:child_process");
    const { guard } = require("./libs/devstack/src/process/guard");
    const child = spawn(process.execPath, ["-e", ${JSON.stringify(guarded)}],
      { detached: true, stdio: ["ignore", "pipe", "ignore"] });
    child.stdout.once("data", () => {
      const release = guard({ pid: child.pid, ...${JSON.stringify(options)} });
      if (${release}) release();
      setTimeout(() => console.log(child.pid), 300);
    });
    process.stdin.resume();`;
  const parent = spawn(process.execPath, [...fromSource, "-e", program], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  let said = "";
  parent.stdout.on("data", (bytes) => {
    said += bytes;
  });
  const pid = await askUntil(async () => (said.includes("\n") ? Number(said) : undefined), {
    deadlineMs: 20_000,
  });
  children.push(Number(pid));
  const gone = new Promise((resolve) => parent.once("close", resolve));
  parent.kill("SIGKILL");
  await gone;
  return Number(pid);
}

const waits = "console.log('up'); setInterval(() => {}, 1000);";
const deaf = `process.on("SIGTERM", () => {}); ${waits}`;

test("a process ends when its parent process is killed", async () => {
  const pid = await guardAndDie(waits, { signal: "TERM", killAfterMs: 60_000 });
  expect(await waitUntilGone(pid, 10_000)).toBe(true);
});

test("a process that ignores the signal is killed after `killAfterMs`", async () => {
  const pid = await guardAndDie(deaf, { signal: "TERM", killAfterMs: 1_000 });
  expect(await waitUntilGone(pid, 200)).toBe(false);
  expect(await waitUntilGone(pid, 10_000)).toBe(true);
});

test("the directory of the process is removed", async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "polls-guard-"));
  const pid = await guardAndDie(waits, { signal: "TERM", killAfterMs: 5_000, remove: dir });
  expect(await waitUntilGone(pid, 10_000)).toBe(true);
  const removed = await askUntil(async () => (fs.existsSync(dir) ? undefined : true), {
    deadlineMs: 5_000,
  });
  expect(removed).toBe(true);
});

test("a released process is not ended", async () => {
  const pid = await guardAndDie(waits, { signal: "TERM", killAfterMs: 100 }, true);
  expect(await waitUntilGone(pid, 1_000)).toBe(false);
});
