import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "./root.mjs";
import { sayProgress } from "./say.mjs";

const POLL_MS = 100;

/** The process id in a file. Undefined without the file. */
function pidIn(file) {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch ({ code }) {
    return code === "EPERM";
  }
}

/** Gives a file a second name, unless that is taken. */
function linked(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** Replaces the file of a killed process. One process at a time may do so. Returns whether this one has. */
function replaced(own, file, before) {
  const turn = `${file}.turn`;
  if (!linked(own, turn)) {
    if (!isAlive(pidIn(turn))) rmSync(turn, { force: true });
    return false;
  }
  try {
    if (pidIn(file) !== before) return false;
    renameSync(own, file);
    return true;
  } finally {
    rmSync(turn, { force: true });
  }
}

/** Waits until no other process installs or builds in this project. Returns a function that lets the next one in. */
export async function takeTurn(file = path.join(root, ".dev/setup.pid")) {
  const own = `${file}.${process.pid}`;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(own, String(process.pid));
  let told = false;
  try {
    while (!linked(own, file)) {
      const before = pidIn(file);
      if (before === undefined) continue;
      if (!isAlive(before) && replaced(own, file, before)) break;
      if (!told && isAlive(before)) {
        sayProgress(`Process ${before} installs or builds this project: waiting for it.`);
        told = true;
      }
      await pause(POLL_MS);
    }
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(file, { force: true });
}
