// `npm test [-- parts of paths, or options of jest]`: installs what tests need and runs them. At its end it tells what did
// not run; the last line is the count.
// A folder, or another part of a path, chooses files. Slow ones run with `--slow`, both kinds with `--all`; the name of a
// file runs it in any case. With `--rerun`, failed files run again, one at a time; files that pass then are listed,
// because they depend on time or load.
// With `--slow-within N`, slow files run after the others, and none begins later than N seconds after the start.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { checkNode, tellEndOfLife } from "./setup/check-node.mjs";
import { answerHelp } from "./setup/help.mjs";

answerHelp(import.meta.filename);
checkNode();
tellEndOfLife();
const { jestArguments, levelOf, problemOf, readWords } = await import("./test/jest-arguments.mjs");
const { root } = await import("./setup/root.mjs");
const { giveUp, say } = await import("./setup/say.mjs");
const { testFiles } = await import("./test/test-files.mjs");

const words = readWords(process.argv.slice(2), root);
const files = testFiles(root);
const problem = problemOf(words, files);
if (problem !== undefined) giveUp(problem, 2);

const { ensureInstalled } = await import("./setup/install.mjs");
const { installPrograms } = await import("./setup/programs.mjs");
const { ensureRedis } = await import("./setup/redis.mjs");
const { countLine } = await import("./test/count-line.mjs");
const { failedFiles, mergeResults } = await import("./test/merge-results.mjs");
const { notRun } = await import("./test/not-run.mjs");
const { runToResults } = await import("./test/run-jest.mjs");

const programs = installPrograms();
await ensureInstalled(levelOf(words));
await programs;
ensureRedis();

const place = mkdtempSync(path.join(os.tmpdir(), "polls-results-"));

async function run(jestWords) {
  const file = path.join(place, "results.json");
  rmSync(file, { force: true });
  const { status, ended } = await runToResults(
    process.execPath,
    ["node_modules/jest/bin/jest.js", "--json", `--outputFile=${file}`, ...jestWords],
    { cwd: root, resultsFile: file, killAfterMs: 30_000 },
  );
  if (!ended) say("jest was ended 30 s after its last test: something kept it.");
  try {
    return { results: JSON.parse(readFileSync(file, "utf8")), exit: ended ? (status ?? 1) : 0 };
  } catch {
    return giveUp("jest ended without results.");
  }
}

const { options } = words;

/** Takes an option and its value, if it is there, out of those for jest. */
function take(option, length) {
  const at = options.indexOf(option);
  return at === -1 ? undefined : options.splice(at, length);
}

const rerun = take("--rerun", 1) !== undefined;
const within = take("--slow-within", 2);
if (within !== undefined) {
  if (!/^-?\d+$/.test(within[1] ?? "")) giveUp("--slow-within takes a number of seconds.");
  process.env.SLOW_TESTS_UNTIL = String(Date.now() + Number(within[1]) * 1_000);
}
let { results, exit } = await run(jestArguments(words, root));
delete process.env.SLOW_TESTS_UNTIL;
const failed = failedFiles(results);
if (rerun && failed.length > 0) {
  say(`Once more: ${failed.length} file(s) that failed.`);
  const second = await run([...options, "--runTestsByPath", ...failed]);
  const failedAgain = new Set(failedFiles(second.results));
  for (const name of failed.filter((file) => !failedAgain.has(file))) {
    say(`Failed first and passed then: ${path.relative(root, name)}`);
  }
  results = mergeResults(results, second.results);
  exit = second.exit;
}
rmSync(place, { recursive: true, force: true });
const { line, passed } = countLine(results);
for (const sentence of notRun(results, root, words, files)) say(`Not run: ${sentence}`);
say(line);
process.exitCode = passed ? exit : exit || 1;
