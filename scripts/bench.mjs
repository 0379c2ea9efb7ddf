// `npm run bench:… [-- options of the benchmark]`: builds all packages and runs a benchmark.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { checkNode } from "./setup/check-node.mjs";

checkNode();
const { build, ensureInstalled } = await import("./setup/install.mjs");
const { root } = await import("./setup/root.mjs");

const [name] = process.argv.splice(2, 1);
ensureInstalled();
build();
await import(pathToFileURL(path.join(root, "bench", `${name}.mjs`)).href);
