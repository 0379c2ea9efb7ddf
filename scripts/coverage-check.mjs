// `node scripts/coverage-check.mjs [file]`: every test that docs/coverage.md names exists, and every row has one.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";
import { testNames } from "./verify/test-names.mjs";

const file = path.resolve(process.argv[2] ?? path.join(root, "docs/coverage.md"));
const citation = /`([^`]+\.test\.ts)` › (.+)/;

const known = new Map();
function namesIn(name) {
  if (!known.has(name)) {
    const full = path.join(root, name);
    known.set(name, existsSync(full) ? testNames(readFileSync(full, "utf8")) : undefined);
  }
  return known.get(name);
}

function* problemsOf(line) {
  const cells = line.split("|").map((cell) => cell.trim());
  const [, cited = "", , tests = ""] = cells;
  if (cells.length !== 5) yield "the row has not three cells";
  if (!/^S[2-8]/.test(cited)) yield `"${cited}" is no sentence of S2 to S8`;
  for (const test of tests.split("<br>")) {
    const [, name, title] = citation.exec(test.trim()) ?? [];
    if (name === undefined) yield "no test is named";
    else if (namesIn(name) === undefined) yield `there is no ${name}`;
    else if (!namesIn(name).has(title)) yield `${name} has no test "${title}"`;
  }
}

const lines = readFileSync(file, "utf8").split("\n");
const isRow = (line) => line.startsWith("|") && !/^\|[\s:|-]*$/.test(line);
const isHead = (_line, at) => /^\|[\s:|-]+$/.test(lines[at + 1] ?? "");
const problems = [];
const sections = new Set();
for (const [at, line] of lines.entries()) {
  if (!isRow(line) || isHead(line, at)) continue;
  sections.add(/^\|\s*S(\d)/.exec(line)?.[1]);
  for (const problem of problemsOf(line)) problems.push(`line ${at + 1}: ${problem}`);
}
for (const section of ["2", "3", "4", "5", "7", "8"]) {
  if (!sections.has(section)) problems.push(`there is no row of S${section}`);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
