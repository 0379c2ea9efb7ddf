import { createRequire } from "node:module";
import path from "node:path";
import { root } from "./root.mjs";

const NO_DATABASE =
  "Set DATABASE_URL, or run `npm start` in another terminal first, with the same DATA_DIR.";

const require = createRequire(import.meta.url);
/** The folder of all data of `npm start`. */
export const dataDir = () => path.resolve(root, process.env.DATA_DIR?.trim() || ".data");

let found;

/** The stack that runs on the data directory, looked for once. Undefined if none runs. */
export const findRunningStack = async () => {
  // Not of the whole library, which takes a fifth of a second to load.
  found ??= require("@polls/devstack/stack-file").findStack(dataDir(), (sentence) =>
    process.stderr.write(`${sentence}\n`),
  );
  return found;
};

/** Runs a command with the database of the data directory, which no stack uses meanwhile. */
export const withDatabaseOfStack = (run) =>
  require("@polls/devstack").withDatabaseAlone(dataDir(), run);

async function runningStack() {
  const stack = await findRunningStack();
  if (stack === undefined) throw new Error(NO_DATABASE);
  return stack;
}

/** DATABASE_URL, or the database of the stack that runs on the data directory. Throws without both. */
export async function databaseUrl() {
  const { DATABASE_URL } = process.env;
  return DATABASE_URL?.trim() ? DATABASE_URL : (await runningStack()).databaseUrl;
}

/**
 * The variables of operators' commands for the stack of the data directory. Empty if DATABASE_URL
 * is set, which means another deployment. Throws without both.
 */
export async function stackVariables() {
  if (process.env.DATABASE_URL?.trim()) return {};
  const { databaseUrl: url, redisUrl, services } = await runningStack();
  const addresses = Object.entries(services).map(
    ([name, { metricsPort }]) => `${name}=127.0.0.1:${metricsPort}`,
  );
  return {
    DATABASE_URL: url,
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    OPS_SERVICES: addresses.join(","),
  };
}
