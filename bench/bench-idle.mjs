// The memory and processor time of the stack of `npm start` while nothing happens: proportional set size (PSS) of all
// processes, database and queue included, 12 s after the start, and their processor time over 15 s. The reference is a
// Node process that does nothing: `npm run bench:idle`.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ownSeconds } from "./footprint/processes.mjs";
import { kilobytes, read, tree } from "./media/process-tree.mjs";
import { machine } from "./report.mjs";
import { devstack, freePort, root } from "./servers.mjs";

const SETTLED_MS = 12_000;
const WATCHED_MS = 15_000;
const START_MS = 120_000;

const nameOf = (pid) => {
  const command = read(`/proc/${pid}/cmdline`)
    .replaceAll("\0", " ")
    .replace(/^\S*node /, "");
  return /services\/[\w-]+|scripts\/start|postgres|redis/.exec(command)?.[0] ?? "node";
};

/** What a process and its children take, in all and by name. */
async function watched(pid) {
  const before = new Map(tree(pid).map((member) => [member, ownSeconds(member)]));
  await pause(WATCHED_MS);
  const rows = new Map();
  for (const member of tree(pid)) {
    const row = rows.get(nameOf(member)) ?? { megabytes: 0, percent: 0 };
    row.megabytes += kilobytes(member) / 1_024;
    row.percent += (100_000 * (ownSeconds(member) - (before.get(member) ?? 0))) / WATCHED_MS;
    rows.set(nameOf(member), row);
  }
  return rows;
}

const sumOf = (rows, what) => [...rows.values()].reduce((sum, row) => sum + row[what], 0);

const dataDir = mkdtempSync(path.join(os.tmpdir(), "polls-idle-"));
const run = (name, args, env = {}) =>
  devstack.runProcess({
    name,
    command: process.execPath,
    args,
    cwd: root,
    env: { ...process.env, ...env },
  });
const stack = await run("stack", ["scripts/start.mjs"], {
  PORT: String(await freePort()),
  DATA_DIR: dataDir,
});
const nothing = await run("nothing", ["-e", "setInterval(() => {}, 2 ** 30)"]);
try {
  const deadline = performance.now() + START_MS;
  while (!stack.lastLines().some((line) => line.includes("Public token"))) {
    if (performance.now() > deadline || !stack.isRunning())
      throw new Error(`the stack does not start: ${stack.lastLines().join("\n")}`);
    await pause(200);
  }
  await pause(SETTLED_MS);
  const [rows, reference] = await Promise.all([watched(stack.pid), watched(nothing.pid)]);
  console.log(`${machine()}; a Node process that does nothing is 1`);
  const alone = sumOf(reference, "megabytes");
  const shown = ({ megabytes, percent }) => ({
    "PSS, MB": Math.round(megabytes),
    "of Node": Number((megabytes / alone).toFixed(1)),
    "% of a core": Number(percent.toFixed(2)),
  });
  console.table({
    ...Object.fromEntries([...rows].map(([name, row]) => [name, shown(row)])),
    all: shown({ megabytes: sumOf(rows, "megabytes"), percent: sumOf(rows, "percent") }),
  });
} finally {
  await Promise.all([stack.stop(), nothing.stop()]);
  rmSync(dataDir, { recursive: true, force: true });
}
