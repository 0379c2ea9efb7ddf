// `node scripts/coverage-check.mjs [directory] [--list]`: each heading of docs/reference, and each fault of
// docs/reliability.md, is covered by a test file that says `// Covers docs/reference/votes.md: limits, places`, and each
// such line names headings. `--list` prints the test files of each heading.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";
import { say } from "./setup/say.mjs";
import { anchorsOf } from "./verify/anchors.mjs";
import { filesOf } from "./verify/files-of.mjs";

const [directory = root] = process.argv.slice(2).filter((word) => word !== "--list");
const project = path.resolve(directory);
const read = (name) => readFileSync(path.join(project, name), "utf8");

/** Headings below the title of a page: every one of them is a promise, unless it only groups others. */
const headingsOf = (page) => {
  const [, ...anchors] = anchorsOf(
    page === RELIABILITY ? read(page).replace(/^#+ .+(?=\n\n[#-])/gm, "") : read(page),
  );
  return anchors.map((anchor) => `${page}#${anchor}`);
};

const RELIABILITY = "docs/reliability.md";
const pages = readdirSync(path.join(project, "docs/reference"))
  .filter((page) => page.endsWith(".md") && page !== "README.md")
  .map((page) => `docs/reference/${page}`);
if (existsSync(path.join(project, RELIABILITY))) pages.push(RELIABILITY);
/** Each promise with its test files. */
const promises = new Map(pages.flatMap(headingsOf).map((heading) => [heading, []]));

const problems = [];
for (const file of filesOf(project).filter((name) => name.endsWith(".test.ts"))) {
  for (const [, page, anchors] of read(file).matchAll(/^\/\/ Covers (\S+): (.+)$/gm)) {
    for (const anchor of anchors.split(", ")) {
      const tests = promises.get(`${page}#${anchor}`);
      if (tests === undefined) problems.push(`${file}: there is no heading ${page}#${anchor}`);
      tests?.push(file);
    }
  }
}
for (const [heading, tests] of promises) {
  if (tests.length === 0) problems.push(`no test covers ${heading}`);
  if (process.argv.includes("--list")) say([heading, ...tests].join("\n  "));
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
