import { existsSync } from "node:fs";

/** Test files with long waits, many processes or many repetitions. */
const slow = "\\.slow\\.test\\.ts$";

const isPath = (word) => !word.startsWith("-") && (word.includes("/") || existsSync(word));

/** Jest's arguments for the words after `npm test --`. */
export function jestArguments([first, ...others]) {
  if (first === "--all") return others;
  if (first === "--slow") return [...others, "--testPathPatterns", slow];
  const words = first === undefined ? [] : [first, ...others];
  return words.some(isPath) ? words : [...words, "--testPathIgnorePatterns", slow];
}
