// The operator's commands: `npm run account -- create …`, `npm run organization -- …`.
// They use DATABASE_URL, or the stack of `npm start` while it runs.
import { existsSync } from "node:fs";
import path from "node:path";
import { databaseUrl } from "./setup/database-url.mjs";
import { root } from "./setup/root.mjs";
import { runWith } from "./setup/run.mjs";
import { giveUp } from "./setup/say.mjs";

const command = path.join(root, "services/gateway/dist/cli/main.js");
if (!existsSync(command)) giveUp("The commands are not built yet: run `npm run build` first.");
const words = process.argv.slice(2);
// Help and usage errors need no database.
const url = await databaseUrl().catch(() => undefined);
runWith({ DATABASE_URL: url }, process.execPath, [command, ...words]);
