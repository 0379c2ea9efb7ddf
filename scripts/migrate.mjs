// `npm run db:migrate`: brings DATABASE_URL up to date, or the database of `npm start` while it runs.
import { createRequire } from "node:module";
import path from "node:path";
import { checkNode } from "./setup/check-node.mjs";

checkNode();
const { build, ensureInstalled } = await import("./setup/install.mjs");
const { databaseUrl } = await import("./setup/database-url.mjs");
const { root } = await import("./setup/root.mjs");
const { giveUp, say } = await import("./setup/say.mjs");

ensureInstalled();
build(["libs/db", "libs/devstack"]);
const url = await databaseUrl().catch((error) => giveUp(error.message));
const { migrate } = createRequire(import.meta.url)("../libs/db");
try {
  const applied = await migrate(url, path.join(root, "prisma/migrations"));
  for (const name of applied) say(`applied ${name}`);
  if (applied.length === 0) say("The database is up to date.");
} catch (error) {
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  giveUp(`The database cannot be brought up to date: ${error.message || error.code}${cause}`);
}
