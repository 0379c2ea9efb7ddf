import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { schemaText } from "./database-schema.mjs";
import { explainFailure } from "./explain-failure.mjs";
import { root } from "./root.mjs";
import { giveUp } from "./say.mjs";
import { CommandFailed, runCommand, runScript, step } from "./step.mjs";
import { takeTurn } from "./turn.mjs";

/** What is installed, each with what the ones before it have: to run the service, to test it, to check and change it. */
const levels = ["start", "tests", "tools"];
/** What an earlier run of `ensureInstalled` has installed. `npm ci` removes it. */
const MARKER = "node_modules/.installed.json";
const DATABASE_CLIENT = "libs/db/src/generated/prisma/internal/class.ts";

const fileOf = (name) => path.join(root, name);
const modified = (name) => statSync(fileOf(name), { throwIfNoEntry: false })?.mtimeMs ?? -1;

function readJson(name) {
  try {
    return JSON.parse(readFileSync(fileOf(name), "utf8"));
  } catch {
    return undefined;
  }
}

const lockDigest = () =>
  createHash("sha256")
    .update(readFileSync(fileOf("package-lock.json")))
    .digest("hex");

/** Whether `npm ci` has installed every package of the lock file. Packages of other platforms may be missing. */
function isComplete() {
  // npm writes this file at the end of an installation.
  const installed = readJson("node_modules/.package-lock.json")?.packages ?? {};
  return Object.entries(readJson("package-lock.json").packages).every(
    ([place, { version, optional, devOptional }]) => {
      if (!place.includes("node_modules/")) return true;
      const here = installed[place];
      return here === undefined
        ? optional === true || devOptional === true
        : here.version === version;
    },
  );
}

/** npm's options that select the packages of a level. The packages of `scripts/tools/package.json` are for the last one. */
function optionsOf(level) {
  if (level === "start") return ["--omit=dev"];
  if (level === "tools") return [];
  const workspaces = Object.keys(readJson("package-lock.json").packages).filter((place) =>
    /^(?:libs|services)\/[^/]+$/.test(place),
  );
  return ["--include-workspace-root", ...workspaces.map((place) => `--workspace=${place}`)];
}

async function install(wanted) {
  const lock = lockDigest();
  const marker = readJson(MARKER);
  const place = levels.indexOf(wanted);
  const had = levels.indexOf(marker?.level);
  if (marker?.lock === lock && had >= place) return;
  if (marker === undefined && isComplete()) return;
  const level = levels[Math.max(had, place)];
  rmSync(fileOf(MARKER), { force: true });
  // `npm install` adds what is missing; `npm ci` begins again, as after an installation that was interrupted.
  const command = marker === undefined ? ["ci"] : ["install", "--no-save"];
  await step("Installing packages", () =>
    runCommand("npm", "npm", [
      ...command,
      ...optionsOf(level),
      ...["--prefer-offline", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"],
    ]),
  );
  mkdirSync(fileOf("node_modules"), { recursive: true });
  writeFileSync(fileOf(MARKER), JSON.stringify({ level, lock }));
}

/** Whether the database client is of the current schema and version of Prisma, which it contains. */
function isDatabaseClientCurrent() {
  if (modified(DATABASE_CLIENT) < 0) return false;
  const client = readFileSync(fileOf(DATABASE_CLIENT), "utf8");
  const schema = JSON.stringify(schemaText());
  const { version } = readJson("node_modules/@prisma/client/package.json");
  return (
    client.includes(`"inlineSchema": ${schema}`) && client.includes(`"clientVersion": "${version}"`)
  );
}

const newest = (...names) =>
  Math.max(
    ...names.map((name) => {
      if (!statSync(fileOf(name)).isDirectory()) return modified(name);
      const files = readdirSync(fileOf(name), { recursive: true });
      return Math.max(...files.map((file) => modified(`${name}/${file}`)));
    }),
  );

const CLIENT_GENERATOR = "scripts/client/generate.mjs";
const CLIENT_TABLE = "libs/client/src/generated/operation-table.ts";
const TYPES_GENERATOR = "scripts/client/generate-types.mjs";
const CLIENT_TYPES = "libs/client/src/generated/schema.ts";

/** Writes what `libs/client` has from `openapi.json`, if that has changed since. */
export async function generateClient() {
  if (modified(CLIENT_TABLE) > newest("openapi.json", CLIENT_GENERATOR)) return;
  await runScript("The generation of the client", CLIENT_GENERATOR);
}

/** Writes the types of `libs/client`, likewise. */
export async function generateClientTypes() {
  if (modified(CLIENT_TYPES) > newest("openapi.json", TYPES_GENERATOR)) return;
  await runScript("The generation of the client's types", TYPES_GENERATOR);
}

const PAGES = "services/web/dist/.vite/manifest.json";
const arePagesCurrent = () =>
  modified(PAGES) > newest("services/web/src", "libs/client/src", "scripts/web");
const bundlePages = () => runScript("The bundle of the pages", "scripts/web/bundle.mjs");

async function bundleClient() {
  const sources = newest("libs/client/src", "scripts/client/bundle.mjs");
  const built = Math.min(
    modified("libs/client/dist/index.mjs"),
    modified("libs/client/dist/index.cjs"),
  );
  if (built <= sources) await runScript("The bundle of the client", "scripts/client/bundle.mjs");
}

/** Does the work while no other process does such work in this project, and explains its failure. */
async function inTurn(work) {
  const release = await takeTurn();
  try {
    await work();
  } catch (error) {
    const { said = error.message } = error;
    const cause = explainFailure(`${said}\n${error.message}`);
    if (cause === undefined && !(error instanceof CommandFailed)) throw error;
    if (cause === undefined) process.stderr.write(`${said.trimEnd()}\n`);
    giveUp(cause ?? `${error.message} What it said is above.`);
  } finally {
    release();
  }
}

/**
 * Installs packages and generates sources, if they are missing or out of date, so that a clone needs no other step:
 * what the service runs with ("start"), what `npm test` needs besides ("tests"), or everything ("tools").
 */
export const ensureInstalled = (level) =>
  inTurn(async () => {
    await install(level);
    if (!isDatabaseClientCurrent()) {
      await step("Generating the database client", () =>
        runScript("The generation of the database client", "scripts/build/database-client.mjs"),
      );
    }
    await generateClient();
    if (level === "tools") await generateClientTypes();
    // A gateway refuses an outdated bundle of the pages.
    if (modified(PAGES) >= 0 && !arePagesCurrent()) await step("Bundling the pages", bundlePages);
  });

/** Compiles what has changed since the last build. */
export const build = () =>
  inTurn(() =>
    step("Building", () =>
      Promise.all([
        runScript("The build", "scripts/build/compile.mjs"),
        bundleClient().then(() => (arePagesCurrent() ? undefined : bundlePages())),
      ]),
    ),
  );
