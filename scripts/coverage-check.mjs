// `node scripts/coverage-check.mjs [directory] [--list]`: each heading of docs/reference, and each fault of
// docs/reliability.md, is covered by a test file that says `// Covers docs/reference/votes.md: limits, places`, and each
// such line names headings. `--list` prints the test files of each heading. Above a test, `// Settings: seats, tie_break`
// names the settings that it fails without; each has such a test. `--settings` prints their files. Likewise
// `// Events: poll.closed` names the events of webhooks that a test causes (`--events`).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";
import { say } from "./setup/say.mjs";
import { anchorsOf } from "./verify/anchors.mjs";
import { filesOf } from "./verify/files-of.mjs";

const [directory = root] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const SETTINGS = "docs/reference/settings.md";
const EVENTS = "docs/reference/webhooks.md";
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

/** The lines of a kind above a test, and the test, up to the next one. */
const testsBelow = (kind) =>
  new RegExp(
    String.raw`^ *// ${kind}: ([^\n]+)\n( *test\b.*?)(?=^ *(?:test(?:\.each\b|\()|// ${kind}: )|(?!.))`,
    "gms",
  );

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
if (existsSync(path.join(project, SETTINGS))) {
  const names = read(SETTINGS).matchAll(/^- `([a-z_]+)` \(/gm);
  const page = "docs/reference/polls.md";
  const [, text = ""] = /^## Settings without effect$(.*?)^## /ms.exec(read(page)) ?? [];
  checkTests("Settings", names, { page, text });
}
if (existsSync(path.join(project, EVENTS)))
  checkTests("Events", read(EVENTS).matchAll(/^- `([a-z]+\.[a-z_]+)`/gm));

/** Each name has a test that says so above it, unless the reference says that it has no effect. */
function checkTests(kind, found, excused = { text: "" }) {
  const shown = new Map([...found].map(([, name]) => [name, []]));
  const noun = kind.slice(0, -1).toLowerCase();
  for (const file of testFiles) {
    for (const [, names, test] of read(file).matchAll(testsBelow(kind))) {
      for (const name of names.split(", ")) {
        if (!shown.has(name)) problems.push(`${file}: there is no ${noun} ${name}`);
        if (!test.includes(name)) problems.push(`${file}: the test does not name ${name}`);
        shown.get(name)?.push(file);
      }
    }
  }
  for (const [name, tests] of shown) {
    const isExcused = excused.text.includes(`\`${name}\``);
    if (tests.length === 0 && !isExcused) {
      problems.push(`no test of ${name} has the line "// ${kind}: ${name}" above it`);
    }
    if (tests.length > 0 && isExcused) problems.push(`${name} has an effect: ${excused.page}`);
    if (process.argv.includes(`--${kind.toLowerCase()}`)) say([name, ...tests].join("\n  "));
  }
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
