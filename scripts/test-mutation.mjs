// `npm run test:mutation [-- file or folder …]`: mutation tests of the rules of libs/domain, or of some of
// them. Fails if fewer mutants are killed than `thresholds.break` in `stryker.config.json` requires.
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { checkNode } from "./setup/check-node.mjs";
import { answerHelp } from "./setup/help.mjs";

answerHelp(import.meta.filename);
checkNode();
const { ensureInstalled } = await import("./setup/install.mjs");
const { root } = await import("./setup/root.mjs");
const { giveUp } = await import("./setup/say.mjs");
const { runBinary } = await import("./setup/run.mjs");

const tests = "!**/*.test.ts";
const places = process.argv.slice(2);
const missing = places.find((place) => !existsSync(path.join(root, place)));
if (missing !== undefined) giveUp(`There is no ${missing}.`);
const files = places.map((place) =>
  statSync(path.join(root, place)).isDirectory() ? path.posix.join(place, "*.ts") : place,
);
await ensureInstalled("tools");
runBinary("The mutation test", "node_modules/@stryker-mutator/core/bin/stryker.js", [
  "run",
  ...(files.length === 0 ? [] : ["--mutate", [...files, tests].join(",")]),
]);
