import { readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";
import { runBinary, runOrGiveUp } from "./run.mjs";
import { say } from "./say.mjs";

const modified = (file) =>
  statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? -1;

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(path.join(root, lockFile), "utf8")).packages;
  } catch {
    return {};
  }
}

/** Whether `node_modules` has every package of the lock file in its version. Packages of other platforms may be missing. */
function isInstalled() {
  // npm writes this file at the end of an installation.
  const installed = packagesOf("node_modules/.package-lock.json");
  return Object.entries(packagesOf("package-lock.json")).every(
    ([place, { version, optional, devOptional }]) => {
      if (!place.includes("node_modules/")) return true;
      const here = installed[place];
      return here === undefined
        ? optional === true || devOptional === true
        : here.version === version;
    },
  );
}

/** Writes the types of `libs/client`, if `openapi.json` has changed since. */
export function generateClient() {
  const generator = "scripts/client/generate.mjs";
  const current = modified("libs/client/src/generated/schema.ts");
  if (current > Math.max(modified("openapi.json"), modified(generator))) return;
  say("Generating the types of the client …");
  runBinary("The generation of the client", generator, []);
}

const bundlePages = () => runBinary("The bundle of the pages", "scripts/web/bundle.mjs", []);

/** Bundles the pages again if their sources have changed since the last bundle, because a gateway refuses an outdated bundle. */
function refreshPages() {
  const bundled = modified("services/web/dist/.vite/manifest.json");
  if (bundled < 0) return;
  const sources = ["services/web/src", "libs/client/src"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`),
  );
  if (sources.every((name) => modified(name) < bundled)) return;
  say("Bundling the pages …");
  bundlePages();
}

/**
 * Installs packages, and generates the database client and the types of `@polls/client`, if they are missing or out of
 * date; bundles the pages again, if they are out of date. Every script that builds, tests or measures calls this first,
 * so that a clone needs no other step.
 */
export function ensureInstalled() {
  if (!isInstalled()) {
    say("Installing packages …");
    runOrGiveUp("npm ci", "npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  }
  const client = "libs/db/src/generated/prisma/client.ts";
  if (modified(client) < modified("prisma/schema.prisma") || modified(client) < 0) {
    say("Generating the database client …");
    runBinary("prisma generate", "node_modules/prisma/build/index.js", ["generate"]);
    const now = new Date();
    utimesSync(path.join(root, client), now, now);
  }
  generateClient();
  refreshPages();
}

/** Compiles the changed files of all packages or of some. */
export function build(packages = []) {
  if (packages.length === 0) say("Building …");
  runBinary("The build", "node_modules/typescript7/bin/tsc", ["-b", ...packages]);
  if (packages.length === 0 || packages.includes("libs/client")) {
    runBinary("The bundle of the client", "scripts/client/bundle.mjs", []);
  }
  if (packages.length === 0) bundlePages();
}
