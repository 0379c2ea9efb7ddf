// `node scripts/docs-check.mjs [directory]`: every path and npm script that a document names is there.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";

const project = path.resolve(process.argv[2] ?? root);
const list = (...args) =>
  execFileSync("git", ["ls-files", "-z", ...args], { cwd: project, encoding: "utf8" })
    .split("\0")
    .filter(Boolean);
const documents = list("--cached", "--others", "--exclude-standard", "--", "*.md").filter((name) =>
  existsSync(path.join(project, name)),
);
const scripts = JSON.parse(readFileSync(path.join(project, "package.json"), "utf8")).scripts ?? {};

const link = /\]\(([^)\s#]+)[^)]*\)/g;
const code = /`([^`\n]+)`/g;
const pathInProject = /^(?:bench|deploy|docs|libs|prisma|scripts|services|tests)\/[\w./-]+$/;
const npmRun = /npm run (?:--silent )?([\w:-]+)/g;

function* problemsIn(name) {
  const text = readFileSync(path.join(project, name), "utf8");
  const here = path.dirname(path.join(project, name));
  const there = (file) => existsSync(path.join(here, file)) || existsSync(path.join(project, file));
  for (const [, target] of text.matchAll(link)) {
    if (/^[a-z]+:/.test(target)) continue;
    if (!there(target)) yield `the link ${target} leads nowhere`;
  }
  for (const [, words] of text.matchAll(code)) {
    if (pathInProject.test(words) && !there(words)) yield `there is no ${words}`;
  }
  for (const [, script] of text.matchAll(npmRun)) {
    if (scripts[script] === undefined) yield `there is no npm script ${script}`;
  }
}

let count = 0;
for (const name of documents) {
  for (const problem of problemsIn(name)) {
    count += 1;
    process.stderr.write(`${name}: ${problem}\n`);
  }
}
process.exitCode = count === 0 ? 0 : 1;
