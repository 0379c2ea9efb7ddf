// `npm test [-- path or option of jest]`: installs what tests need and runs them. The last line is the count.
// Slow test files run with `--slow`, with `--all`, or when a path names them.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { checkNode } from "./setup/check-node.mjs";

checkNode();
const { ensureInstalled } = await import("./setup/install.mjs");
const { ensureRedis } = await import("./setup/redis.mjs");
const { root } = await import("./setup/root.mjs");
const { giveUp, say } = await import("./setup/say.mjs");
const { countLine } = await import("./test/count-line.mjs");
const { runToResults } = await import("./test/run-jest.mjs");
const { jestArguments } = await import("./test/jest-arguments.mjs");

ensureInstalled();
ensureRedis();

const place = mkdtempSync(path.join(os.tmpdir(), "polls-results-"));
const file = path.join(place, "results.json");
// Ctrl-C goes to jest too, which ends its servers and then itself.
process.on("SIGINT", () => undefined);
const { status, ended } = await runToResults(
  process.execPath,
  [
    ...["node_modules/jest/bin/jest.js", "--json", `--outputFile=${file}`],
    ...jestArguments(process.argv.slice(2)),
  ],
  { cwd: root, resultsFile: file, killAfterMs: 30_000 },
);
let results;
try {
  results = JSON.parse(readFileSync(file, "utf8"));
} catch {
  giveUp("jest ended without results.");
} finally {
  rmSync(place, { recursive: true, force: true });
}
if (!ended) say("jest was ended 30 s after its last test: something kept it.");
const { line, passed } = countLine(results);
say(line);
process.exitCode = passed && (status === 0 || !ended) ? 0 : status || 1;
