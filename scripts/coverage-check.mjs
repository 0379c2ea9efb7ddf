// `node scripts/coverage-check.mjs [directory] [--list]`: each heading of docs/reference, and each fault of
// docs/reliability.md, is covered by a test file that says `// Covers docs/reference/votes.md: limits, places`, and each
// such line names headings. `--list` prints the test files of each heading. Each setting has a test of its effect in
// `verify/setting-tests.mjs`; `--settings` prints them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";
import { say } from "./setup/say.mjs";
import { anchorsOf } from "./verify/anchors.mjs";
import { filesOf } from "./verify/files-of.mjs";
import { settingTests } from "./verify/setting-tests.mjs";

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
if (existsSync(path.join(project, SETTINGS))) checkSettings();

/** Each setting has an effect that a test shows, unless the reference says that it has none. */
function checkSettings() {
  const names = [...read(SETTINGS).matchAll(/^- `([a-z_]+)` \(/gm)].map(([, name]) => name);
  const [, excused = ""] =
    /^## Settings without effect$(.*?)^## /ms.exec(read("docs/reference/polls.md")) ?? [];
  const shown = new Map(names.map((name) => [name, []]));
  for (const [file, titles] of Object.entries(settingTests)) {
    const tests = testsIn(read(file));
    for (const [title, settings] of Object.entries(titles)) {
      for (const name of settings.split(" ")) {
        const works = tests.some((test) => test.title === title && test.body.includes(name));
        if (!works) problems.push(`${file}: no test "${title}" names the setting ${name}`);
        if (!shown.has(name)) problems.push(`there is no setting ${name}`);
        shown.get(name)?.push(`${file}: ${title}`);
      }
    }
  }
  for (const [name, tests] of shown) {
    const isExcused = excused.includes(`\`${name}\``);
    if (tests.length === 0 && !isExcused) problems.push(`no test shows the effect of ${name}`);
    if (tests.length > 0 && isExcused)
      problems.push(`${name} has an effect: docs/reference/polls.md`);
    if (process.argv.includes("--settings")) say([name, ...tests].join("\n  "));
  }
}

/** The tests of a file with their titles. Those of a table begin with the table. */
function testsIn(text) {
  const starts = [...text.matchAll(/^ *test(?:\.each\b|\()/gm)].map(({ index }) => index);
  return starts.map((start, at) => {
    const body = text.slice(start, starts[at + 1]);
    const [, title] =
      /^ *test\(\s*["`](.*?)["`],/s.exec(body) ?? /\)\(\s*["`](.*?)["`],/s.exec(body) ?? [];
    return { title, body };
  });
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
