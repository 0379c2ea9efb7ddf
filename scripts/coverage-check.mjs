// `node scripts/coverage-check.mjs [directory] [--list]`: each heading of docs/reference, and each fault of
// docs/reliability.md, is covered by a test file that says `// Covers docs/reference/votes.md: limits, places`, and each
// such line names headings. `--list` prints the test files of each heading. Above a test, `// Settings: seats, tie_break`
// names the settings that it fails without; each has such a test. `--settings` prints their files.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";
import { say } from "./setup/say.mjs";
import { anchorsOf } from "./verify/anchors.mjs";
import { filesOf } from "./verify/files-of.mjs";

const [directory = root] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const SETTINGS = "docs/reference/settings.md";
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
const promises = new Map(pages.flatMap(headingsOf).map((heading) => [heading, []]));

/** The settings above a test, and the test, up to the next one. */
const settingTests =
  /^ *\/\/ Settings: ([^\n]+)\n( *test\b.*?)(?=^ *(?:test(?:\.each\b|\()|\/\/ Settings: )|(?!.))/gms;

const problems = [];
const testFiles = filesOf(project).filter((name) => name.endsWith(".test.ts"));
for (const file of testFiles) {
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
if (existsSync(path.join(project, SETTINGS))) checkSettings();

/** Each setting has an effect that a test shows, unless the reference says that it has none. */
function checkSettings() {
  const names = [...read(SETTINGS).matchAll(/^- `([a-z_]+)` \(/gm)].map(([, name]) => name);
  const [, excused = ""] =
    /^## Settings without effect$(.*?)^## /ms.exec(read("docs/reference/polls.md")) ?? [];
  const shown = new Map(names.map((name) => [name, []]));
  for (const file of testFiles) {
    for (const [, settings, test] of read(file).matchAll(settingTests)) {
      for (const name of settings.split(", ")) {
        if (!shown.has(name)) problems.push(`${file}: there is no setting ${name}`);
        if (!test.includes(name)) problems.push(`${file}: the test does not name ${name}`);
        shown.get(name)?.push(file);
      }
    }
  }
  for (const [name, tests] of shown) {
    const isExcused = excused.includes(`\`${name}\``);
    if (tests.length === 0 && !isExcused) {
      problems.push(
        `no test of the effect of ${name} has the line "// Settings: ${name}" above it`,
      );
    }
    if (tests.length > 0 && isExcused)
      problems.push(`${name} has an effect: docs/reference/polls.md`);
    if (process.argv.includes("--settings")) say([name, ...tests].join("\n  "));
  }
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
