// The operator's commands: `npm run account -- create …`, `npm run ops -- doctor`.
// They use DATABASE_URL, or the stack of `npm start` while it runs.
import { existsSync } from "node:fs";
import path from "node:path";
import { checkNode } from "./setup/check-node.mjs";
import { stackVariables } from "./setup/database-url.mjs";
import { build, ensureInstalled } from "./setup/install.mjs";
import { root } from "./setup/root.mjs";
import { runWith } from "./setup/run.mjs";

checkNode();
const built = path.join(root, "services/gateway/dist/cli/main.js");
if (!existsSync(built)) {
  await ensureInstalled("start");
  await build();
}
const words = process.argv.slice(2);
// Help and usage errors need no database.
const variables = await stackVariables().catch(() => ({}));
runWith(variables, process.execPath, [built, ...words]);
