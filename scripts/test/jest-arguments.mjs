import path from "node:path";
import slowFiles from "../../libs/testing/jest/slow-files.cjs";

const { slowPattern: slow, isSlow } = slowFiles;

/** Which test files run: those that are not slow, if no word says another. */
const kinds = { "--slow": "slow", "--all": "all" };

/** Options whose value is the next word. */
const withValue = new Set([
  ...["-t", "--testNamePattern", "--testPathIgnorePatterns", "--seed", "--slow-within"],
  ...["-w", "--maxWorkers", "--testTimeout", "--shard", "--reporters", "-c", "--config"],
]);

/** Reads the words after `npm test --`: parts of paths, the kind of the files, and options. */
export function readWords(words, root) {
  const read = { kind: "fast", parts: [], options: [] };
  words.forEach((word, at) => {
    if (withValue.has(words[at - 1])) read.options.push(word);
    else if (Object.hasOwn(kinds, word)) read.kind = kinds[word];
    else if (word.startsWith("-")) read.options.push(word);
    else read.parts.push(partOf(word, root));
  });
  return read;
}

/** `./tests/votes` and the absolute path are parts of no path from the root. */
const partOf = (word, root) =>
  path.isAbsolute(word) ? path.relative(root, word) : word.replace(/^\.\//, "");

/** Jest's arguments for what `readWords` read. */
export const jestArguments = ({ kind, parts, options }, root) =>
  parts.length > 0
    ? [...options, "--testPathPatterns", ...parts.map((part) => patternOf(part, kind, root))]
    : [...options, ...ofAll[kind]];

const ofAll = {
  fast: ["--testPathIgnorePatterns", slow],
  slow: ["--testPathPatterns", slow],
  all: [],
};

const ending = { fast: `(?!.*${slow})`, slow: `(?=.*${slow})`, all: "" };
const literally = (text) => text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");

/** A pattern for absolute paths, as jest compares them. The name of a file chooses it whether it is slow or not. */
const patternOf = (part, kind, root) =>
  `^${literally(root)}/${part.endsWith(".test.ts") ? "" : ending[kind]}.*${literally(part)}`;

const chosenBy = (part, kind, files) => {
  const pattern = new RegExp(patternOf(part, kind, ""), "i");
  return files.filter((file) => pattern.test(`/${file}`));
};

/** Why one of the parts of paths chooses no file. Undefined if each does. */
export function problemOf({ kind, parts }, files) {
  for (const part of parts) {
    if (chosenBy(part, kind, files).length > 0) continue;
    if (chosenBy(part, "all", files).length === 0) return unknownPart(part, files);
    return kind === "fast"
      ? `All tests of "${part}" are slow: npm test -- --slow ${part}`
      : `No test of "${part}" is slow: npm test -- ${part}`;
  }
  return undefined;
}

/** The slow files that the words leave out. */
export function slowLeftOut({ kind, parts }, files) {
  if (kind !== "fast") return [];
  const wanted = parts.length === 0 ? [""] : parts;
  const chosen = new Set(wanted.flatMap((part) => chosenBy(part, "fast", files)));
  const all = new Set(wanted.flatMap((part) => chosenBy(part, "all", files)));
  return [...all].filter((file) => isSlow(file) && !chosen.has(file));
}

/** The most near names that are listed. */
const NEAR_MAX = 3;

function unknownPart(part, files) {
  const wanted = path.basename(part);
  const stems = files.map((file) => file.replace(/(\.slow)?\.test\.ts$/, ""));
  const near = [...new Set([...stems, ...files.flatMap(foldersOf)])]
    .map((name) => ({ name, apart: distance(wanted, path.basename(name)) }))
    .filter(({ apart }) => apart <= Math.max(1, wanted.length / 3))
    .sort((a, b) => a.apart - b.apart || distance(part, a.name) - distance(part, b.name))
    .slice(0, NEAR_MAX)
    .map(({ name }) => name);
  const nearby = near.length === 0 ? "" : ` Near: ${near.join(", ")}`;
  return `No test file has "${part}" in its path.${nearby}`;
}

const foldersOf = (file) => {
  const folder = path.dirname(file);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
};

/** How many letters must change to turn one text into the other. */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [y, letter] of [...one].entries()) {
    const next = [y + 1];
    for (let x = 0; x < other.length; x++) {
      next.push(Math.min(row[x] + (letter === other[x] ? 0 : 1), row[x + 1] + 1, next[x] + 1));
    }
    row = next;
  }
  return row[other.length];
}

/** Which packages the files need: slow ones also need the tools of the checks. */
export const levelOf = ({ kind, parts }) =>
  kind === "fast" && !parts.some(isSlow) ? "tests" : "tools";
