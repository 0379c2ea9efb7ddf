import { statSync, utimesSync } from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";
import { runBinary, runOrGiveUp } from "./run.mjs";
import { say } from "./say.mjs";

const modified = (file) =>
  statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? -1;

/** Installs packages and generates the database client, each where missing or older than its source. */
export function ensureInstalled() {
  // npm writes this file at the end of each installation.
  const installed = "node_modules/.package-lock.json";
  if (modified(installed) < modified("package-lock.json")) {
    say("Installing packages …");
    runOrGiveUp("npm ci", "npm", ["ci", "--no-audit", "--no-fund"]);
    const now = new Date();
    utimesSync(path.join(root, installed), now, now);
  }
  const client = "libs/db/src/generated/prisma/client.ts";
  if (modified(client) < modified("prisma/schema.prisma") || modified(client) < 0) {
    say("Generating the database client …");
    runBinary("prisma generate", "node_modules/prisma/build/index.js", ["generate"]);
    const now = new Date();
    utimesSync(path.join(root, client), now, now);
  }
}

/** Compiles what has changed since, of all packages or of some. */
export function build(packages = []) {
  if (packages.length === 0) say("Building …");
  runBinary("The build", "node_modules/typescript/bin/tsc", ["-b", ...packages]);
}
