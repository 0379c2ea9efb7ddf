// `npm start`: installs and builds what is missing, then runs everything on this machine.
import { createRequire } from "node:module";
import { checkNode, tellEndOfLife } from "./setup/check-node.mjs";
import { checkPorts } from "./setup/check-ports.mjs";
import { readUsage } from "./setup/usage.mjs";

checkNode();
readUsage({
  name: "start",
  summary: [
    "Installs and builds what is missing, then runs the whole service on this machine until Ctrl-C.",
    "Variables set the rest, such as PORT (3000) and DATA_DIR (.data): see docs/operations.md.",
  ],
  options: { open: { type: "boolean", description: "opens the start page in the browser" } },
});
tellEndOfLife();
await checkPorts();
const { installPrograms } = await import("./setup/programs.mjs");
const { build, ensureInstalled } = await import("./setup/install.mjs");
const programs = installPrograms({ redis: !process.env.REDIS_URL?.trim() });
await ensureInstalled("start");
await build();
await programs;
// In this process, so that a signal reaches the process that must stop the others.
createRequire(import.meta.url)("../libs/devstack/dist/cli.js");
