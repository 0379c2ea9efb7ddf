// `node scripts/coverage-check.mjs [directory]`: each row of docs/coverage.md names a heading of docs/reference and
// tests that exist, and each heading has a row.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";
import { anchorsOf } from "./verify/anchors.mjs";
import { testNames } from "./verify/test-names.mjs";

const project = path.resolve(process.argv[2] ?? root);
const read = (name) => readFileSync(path.join(project, name), "utf8");
const cite = /`([^`]+\.test\.ts)` › (.+)/;
const head = /^\[[^\]]+\]\((reference\/[\w-]+\.md#[\w-]+)\)$/;

/** Headings below the title of a page: every one of them is a promise. */
const promises = new Set(
  readdirSync(path.join(project, "docs/reference"))
    .filter((page) => page.endsWith(".md") && page !== "README.md")
    .flatMap((page) => {
      const [, ...anchors] = anchorsOf(read(`docs/reference/${page}`));
      return anchors.map((anchor) => `reference/${page}#${anchor}`);
    }),
);

const known = new Map();
function namesIn(name) {
  if (!known.has(name)) {
    known.set(name, existsSync(path.join(project, name)) ? testNames(read(name)) : undefined);
  }
  return known.get(name);
}

function* problemsOf(cells) {
  const [, heading = "", , tests = ""] = cells;
  if (cells.length !== 5) yield "the row has not three cells";
  if (!promises.has(head.exec(heading)?.[1])) yield `${heading} is no heading of the reference`;
  for (const test of tests.split("<br>")) {
    const [, name, title] = cite.exec(test.trim()) ?? [];
    if (name === undefined) yield "no test is named";
    else if (namesIn(name) === undefined) yield `there is no ${name}`;
    else if (!namesIn(name).has(title)) yield `${name} has no test "${title}"`;
  }
}

const lines = read("docs/coverage.md").split("\n");
const isRow = (line) => line.startsWith("|") && !/^\|[\s:|-]*$/.test(line);
const isHead = (at) => /^\|[\s:|-]+$/.test(lines[at + 1] ?? "");
const problems = [];
const covered = new Set();
for (const [at, line] of lines.entries()) {
  if (!isRow(line) || isHead(at)) continue;
  const cells = line.split("|").map((cell) => cell.trim());
  covered.add(head.exec(cells[1] ?? "")?.[1]);
  for (const problem of problemsOf(cells)) problems.push(`line ${at + 1}: ${problem}`);
}
for (const heading of promises) {
  if (!covered.has(heading)) problems.push(`no test shows ${heading}`);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
