import { existsSync } from "node:fs";
import slowFiles from "../../libs/testing/jest/slow-files.cjs";

const { slowPattern: slow } = slowFiles;

const isPath = (word) => !word.startsWith("-") && (word.includes("/") || existsSync(word));

/** Jest's arguments for the words after `npm test --`. */
export function jestArguments([first, ...others]) {
  if (first === "--all") return others;
  if (first === "--slow") return slowArguments(others);
  const words = first === undefined ? [] : [first, ...others];
  return words.some(isPath) ? words : [...words, "--testPathIgnorePatterns", slow];
}

/** Which packages these tests need: those of slow files also need the tools of the checks. */
export function levelOf(words) {
  const paths = words.filter(isPath);
  const isQuick = (word) => word.endsWith(".test.ts") && !word.endsWith(".slow.test.ts");
  const runsSlow = ["--all", "--slow"].includes(words[0]) || !paths.every(isQuick);
  return runsSlow ? "tools" : "tests";
}
/** Whether the words after `npm test --` leave out files: all but those of paths, or slow ones. */
export const scopeOf = (words) => ({
  isWhole: !words.some(isPath) && words[0] !== "--slow",
  withSlow: words[0] === "--all",
});

/** Jest runs the files that match any pattern, so each path is combined with the name of slow files. */
function slowArguments(words) {
  const paths = words.filter(isPath);
  const patterns = paths.map((path) => (path.endsWith(".ts") ? path : `${path}.*${slow}`));
  const options = words.filter((word) => !isPath(word));
  return [...options, "--testPathPatterns", ...(paths.length === 0 ? [slow] : patterns)];
}
