// `npm run build`: compiles all packages. Installs packages and generates the database client where necessary.
import { checkNode } from "./setup/check-node.mjs";
import { readUsage } from "./setup/usage.mjs";

checkNode();
readUsage({ name: "build", summary: "Compiles all packages, and installs what is missing." });
const { build, ensureInstalled } = await import("./setup/install.mjs");
await ensureInstalled("start");
await build();
