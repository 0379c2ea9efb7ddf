// `npm run bench:… [-- options of the benchmark]`: builds all packages and runs a benchmark.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { checkNode } from "./setup/check-node.mjs";
import { answerHelp } from "./setup/help.mjs";

const { root } = await import("./setup/root.mjs");
const [name] = process.argv.splice(2, 1);
const file = path.join(root, "bench", `${name}.mjs`);
answerHelp(file);
checkNode();
const { build, ensureInstalled } = await import("./setup/install.mjs");
await ensureInstalled("tools");
await build();
await import(pathToFileURL(file).href);
