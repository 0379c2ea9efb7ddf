import { createRequire } from "node:module";
import path from "node:path";
import { root } from "./root.mjs";

/** DATABASE_URL, or the database of the stack that runs on the data directory. Throws without both. */
export async function databaseUrl(env = process.env) {
  if (env.DATABASE_URL?.trim()) return env.DATABASE_URL;
  const { findStack } = createRequire(import.meta.url)("@polls/devstack");
  const stack = await findStack(path.resolve(root, env.DATA_DIR?.trim() || ".data"));
  if (stack === undefined) {
    throw new Error("Set DATABASE_URL, or run `npm start` in another terminal first.");
  }
  return stack.databaseUrl;
}
