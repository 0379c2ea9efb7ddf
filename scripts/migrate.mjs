// `npm run db:migrate [-- status|resume]`: migrates DATABASE_URL, or the database of `npm start` while it runs.
import path from "node:path";
import { checkNode } from "./setup/check-node.mjs";
import { giveUp } from "./setup/say.mjs";
import { readUsage } from "./setup/usage.mjs";

checkNode();
const { words } = readUsage({
  name: "db:migrate",
  summary: "Brings the database of DATABASE_URL up to date, or that of `npm start` while it runs.",
  words: [
    {
      name: "status|resume",
      description: "tells how far it is; goes on after a migration that failed or was killed",
    },
  ],
});
const [command] = words;
if (command !== undefined && command !== "status" && command !== "resume") {
  giveUp(`There is no ${command}; \`npm run db:migrate -- --help\` shows what it takes.`, 2);
}
const { build, ensureInstalled } = await import("./setup/install.mjs");
const { databaseUrl } = await import("./setup/database-url.mjs");
const { root } = await import("./setup/root.mjs");
const { runWith } = await import("./setup/run.mjs");

await ensureInstalled("start");
await build();
const url = await databaseUrl().catch((error) => giveUp(error.message));
runWith({ DATABASE_URL: url }, process.execPath, [
  path.join(root, "scripts/migrate-built.mjs"),
  ...words,
]);
