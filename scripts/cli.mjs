// The operator's commands: `npm run account -- create …`, `npm run ops -- doctor`.
// They use DATABASE_URL, or the stack of `npm start` while it runs. `npm run restore` needs a database that nothing uses:
// it starts the one of `npm start` for itself.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { checkNode } from "./setup/check-node.mjs";
import { stackVariables, withDatabaseOfStack } from "./setup/database-url.mjs";
import { root } from "./setup/root.mjs";

checkNode();
const built = path.join(root, "services/gateway/dist/cli/main.js");
if (!existsSync(built)) {
  const { build, ensureInstalled } = await import("./setup/install.mjs");
  await ensureInstalled("start");
  await build();
}
const words = process.argv.slice(2);
// Help and usage errors need no database.
const variables = await stackVariables().catch(() => undefined);
if (variables === undefined && words[0] === "restore" && words.includes("--from")) {
  const { runMeanwhile } = await import("./setup/run.mjs");
  const { giveUp } = await import("./setup/say.mjs");
  await withDatabaseOfStack((DATABASE_URL) =>
    runMeanwhile({ DATABASE_URL }, process.execPath, [built, ...words]),
  ).catch(({ message }) => giveUp(message));
} else {
  // In this process: another one costs processor time, and could outlive this one.
  Object.assign(process.env, variables);
  createRequire(import.meta.url)(built);
}
