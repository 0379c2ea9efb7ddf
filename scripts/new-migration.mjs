// `npm run db:new -- what_it_does`: writes a migration from the schema of DATABASE_URL, or of the
// database of `npm start` while it runs, to prisma/schema. `prisma migrate dev` needs the native engine.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { checkNode } from "./setup/check-node.mjs";
import { answerHelp } from "./setup/help.mjs";

answerHelp(import.meta.filename);
checkNode();
const { build, ensureInstalled } = await import("./setup/install.mjs");
const { databaseUrl } = await import("./setup/database-url.mjs");
const { root } = await import("./setup/root.mjs");
const { runBinary } = await import("./setup/run.mjs");
const { giveUp, say } = await import("./setup/say.mjs");

const [name = ""] = process.argv.slice(2);
if (!/^[a-z][a-z0-9_]*$/.test(name)) giveUp("Name the migration, such as: welcome_mails");
await ensureInstalled("tools");
await build();
process.env.DATABASE_URL = await databaseUrl().catch((error) => giveUp(error.message));
runBinary("The migration", path.join(root, "scripts/migrate-built.mjs"), []);

const time = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
const file = `prisma/migrations/${time}_${name}/migration.sql`;
mkdirSync(path.dirname(path.join(root, file)));
runBinary("prisma migrate diff", "node_modules/prisma/build/index.js", [
  ...["migrate", "diff", "--from-config-datasource"],
  ...["--to-schema", "prisma/schema", "--script", "--output", file],
]);
say(`Wrote ${file}`);
