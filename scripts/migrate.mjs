// `npm run db:migrate`: migrates DATABASE_URL, or the database of `npm start` while it runs.
import path from "node:path";
import { checkNode } from "./setup/check-node.mjs";
import { readUsage } from "./setup/usage.mjs";

checkNode();
readUsage({
  name: "db:migrate",
  summary: "Brings the database of DATABASE_URL up to date, or that of `npm start` while it runs.",
});
const { build, ensureInstalled } = await import("./setup/install.mjs");
const { databaseUrl } = await import("./setup/database-url.mjs");
const { root } = await import("./setup/root.mjs");
const { runWith } = await import("./setup/run.mjs");
const { giveUp } = await import("./setup/say.mjs");

ensureInstalled();
build(["libs/db", "libs/devstack"]);
const url = await databaseUrl().catch((error) => giveUp(error.message));
runWith({ DATABASE_URL: url }, process.execPath, [path.join(root, "scripts/migrate-built.mjs")]);
