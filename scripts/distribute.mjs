// `npm run db:distribute [-- --add 4 …]`: distributes polls over shards, and lists the shards (docs/scaling.md#shards).
import path from "node:path";
import { checkNode } from "./setup/check-node.mjs";
import { readUsage } from "./setup/usage.mjs";

checkNode();
readUsage({
  name: "db:distribute",
  summary: [
    "Distributes the polls of DATABASE_URL, or of the database of a running `npm start`, over shards.",
    "An interrupted run can be repeated. Without options it finishes such a run and lists the shards.",
  ],
  options: {
    add: { type: "string", description: "number of shards to add" },
    open: {
      type: "string",
      multiple: true,
      description: "open a shard for new polls",
    },
    close: { type: "string", multiple: true, description: "close a shard for new polls" },
    coordinator: {
      type: "string",
      description: "Citus: address of the coordinator for nodes, host:port",
    },
    node: {
      type: "string",
      multiple: true,
      description: "Citus: address of a server for shards, host:port",
    },
  },
});
const { build, ensureInstalled } = await import("./setup/install.mjs");
const { databaseUrl } = await import("./setup/database-url.mjs");
const { root } = await import("./setup/root.mjs");
const { runWith } = await import("./setup/run.mjs");
const { giveUp } = await import("./setup/say.mjs");

await ensureInstalled("start");
await build();
const url = await databaseUrl().catch((error) => giveUp(error.message));
runWith({ DATABASE_URL: url }, process.execPath, [
  path.join(root, "scripts/distribute-built.mjs"),
  ...process.argv.slice(2),
]);
