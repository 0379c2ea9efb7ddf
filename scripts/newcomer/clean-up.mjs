// Ends the processes of a newcomer, and removes the user and the folders that standard input names, as soon as this
// input ends: at the end of the gate, however it ends.
// biome-ignore lint/style/noRestrictedImports: it works on when its parent has ended
import { spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { processesOf } from "./processes.mjs";

const POLITE_MS = 10_000;
const KILL_MS = 20_000;

const users = [];
const places = [];
for await (const line of createInterface({ input: process.stdin })) {
  const { user, uid, remove = [] } = JSON.parse(line);
  if (user !== undefined) users.push({ user, uid });
  places.push(...remove);
}

const find = () =>
  (users.length === 0 ? [{}] : users).flatMap(({ uid }) => processesOf({ uid, places }));
const begun = performance.now();
for (let left = find(); left.length > 0; left = find()) {
  const took = performance.now() - begun;
  if (took > KILL_MS) break;
  for (const { pid } of left) signal(pid, took > POLITE_MS ? "SIGKILL" : "SIGINT");
  await pause(250);
}
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
for (const { user } of users) spawnSync("userdel", [user], { env, stdio: "ignore" });
spawnSync("rm", ["-rf", "--", ...places], { stdio: "ignore" });

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended.
  }
}
