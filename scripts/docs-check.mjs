// `node scripts/docs-check.mjs [directory]`: paths, headings, decisions and npm scripts in documents exist, and so do
// the documents and headings that code cites. Each decision has a unique number. Documents for operators list
// exactly the variables that services read. The list of who writes which table has all tables of the schema.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { schemaFiles } from "./setup/database-schema.mjs";
import { root } from "./setup/root.mjs";
import { anchorsOf } from "./verify/anchors.mjs";
import { filesOf } from "./verify/files-of.mjs";
import { sharedVariables, variablesIn } from "./verify/variables.mjs";

const project = path.resolve(process.argv[2] ?? root);
const files = filesOf(project).filter((name) =>
  /\.(?:md|[cm]?[jt]sx?|sql|prisma|ya?ml)$/.test(name),
);
/** The first file of each decision, by number. */
const decisions = new Map();
for (const name of files) {
  const number = numberOf(name);
  if (number !== undefined && !decisions.has(number)) decisions.set(number, name);
}
const names = new Set(files.map((name) => path.basename(name)));
const scripts = JSON.parse(readFileSync(path.join(project, "package.json"), "utf8")).scripts ?? {};

const link = /\]\(([^)\s]+)[^)]*\)/g;
const code = /`([^`\n]+)`/g;
const citation = /(?<![\w./-])docs\/[\w./-]+\.md(?:#[\p{L}\p{N}_-]+)?/gu;
const decision = /\bADR (\d{4})\b/g;
const pathInProject = /^(?:bench|deploy|docs|libs|prisma|scripts|services|tests)\/[\w./-]+$/;
const fileName = /^[\w-]+(?:\.[\w-]+)*\.(?:[cm]?[jt]sx?|sql|prisma)$/;
const testRun = /^(?:npx jest|npm test --) (.+)$/;
const npmRun = /npm run (?:--silent )?([\w:-]+)/g;

const anchors = new Map();
const hasAnchor = (file, anchor) => {
  if (!anchors.has(file)) anchors.set(file, anchorsOf(readFileSync(file, "utf8")));
  return anchors.get(file).has(anchor);
};

function numberOf(name) {
  return /^docs\/adr\/(\d{4})-/.exec(name)?.[1];
}

/** Whether `target`, a path with or without an anchor, exists relative to one of the directories. */
function leads(target, directories) {
  const [name, anchor] = target.split("#");
  return directories
    .map((directory) => path.join(directory, name))
    .some(
      (file) =>
        existsSync(file) &&
        (anchor === undefined || (statSync(file).isFile() && hasAnchor(file, anchor))),
    );
}

function* problemsIn(name) {
  const text = readFileSync(path.join(project, name), "utf8");
  for (const [target] of text.matchAll(citation)) {
    if (!leads(target, [project])) yield `the citation ${target} leads nowhere`;
  }
  for (const [, number] of text.matchAll(decision)) {
    if (!decisions.has(number)) yield `there is no ADR ${number}`;
  }
  const first = decisions.get(numberOf(name)) ?? name;
  if (first !== name) yield `the number of this decision is that of ${first}`;
  if (name.endsWith(".md")) yield* problemsOfDocument(name, text);
}

function* problemsOfDocument(name, text) {
  const file = path.join(project, name);
  const here = path.dirname(file);
  for (const [, target] of text.matchAll(link)) {
    if (/^[a-z]+:/.test(target)) continue;
    const there = target.startsWith("#") ? `${path.basename(name)}${target}` : target;
    if (!leads(there, [here, project])) yield `the link ${target} leads nowhere`;
  }
  for (const [, words] of text.matchAll(code)) {
    if (pathInProject.test(words) && !leads(words, [here, project])) yield `there is no ${words}`;
    if (fileName.test(words) && !names.has(words)) yield `no file is named ${words}`;
    const [, tested = ""] = testRun.exec(words) ?? [];
    for (const place of tested.split(" ").filter((word) => pathInProject.test(word))) {
      if (!leads(place, [project])) yield `there are no tests at ${place}`;
    }
  }
  for (const [, script] of text.matchAll(npmRun)) {
    if (scripts[script] === undefined) yield `there is no npm script ${script}`;
  }
}

const forOperators = ["operations", "operators", "mail", "payments", "backup"].map(
  (name) => `docs/${name}.md`,
);
/** Variables of the system, and of scripts. */
const ofOthers = new Set(["HOME", "LANG", "PATH", "DATA_DIR", "REDIS_SERVER_BIN"]);
const variableRow = /^(?:\| |- )(`[A-Z][A-Z\d_]+`[^|:(]*)/gm;
const variable = /`([A-Z][A-Z\d_]+)`/g;

function* variableProblems() {
  if (!existsSync(path.join(project, "services"))) return;
  const shared = sharedVariables(project);
  const read = new Set(
    readdirSync(path.join(project, "services")).flatMap((service) => [
      ...variablesIn(project, `services/${service}/src`, shared),
    ]),
  );
  const text = forOperators
    .filter((name) => files.includes(name))
    .map((name) => readFileSync(path.join(project, name), "utf8"))
    .join("\n");
  const described = new Set([...text.matchAll(variable)].map(([, name]) => name));
  for (const name of read) {
    if (!(described.has(name) || ofOthers.has(name))) yield `${name} is described nowhere`;
  }
  for (const [, cell] of text.matchAll(variableRow)) {
    for (const [, name] of cell.matchAll(variable)) {
      if (!(read.has(name) || ofOthers.has(name))) yield `no service reads ${name}`;
    }
  }
}

const architecture = "docs/ARCHITECTURE.md";
const tableOfSchema = /@@map\("(\w+)"\)/g;

/** Tables of the schema without a row in the list of who writes them. */
function* tableProblems() {
  const document = path.join(project, architecture);
  if (!existsSync(path.join(project, "prisma/schema")) || !existsSync(document)) return;
  const [, list = ""] = readFileSync(document, "utf8").split("## Who writes which table");
  const cells = [...list.matchAll(/^- ([^:]+): /gm)].flatMap(([, cell]) => cell.split(", "));
  const tables = schemaFiles(project).flatMap(([, text]) => [...text.matchAll(tableOfSchema)]);
  for (const [, name] of tables) {
    if (!cells.includes(name)) yield `"Who writes which table" lacks ${name}`;
  }
}

let count = 0;
for (const problem of tableProblems()) {
  count += 1;
  process.stderr.write(`${architecture}: ${problem}\n`);
}
for (const problem of variableProblems()) {
  count += 1;
  process.stderr.write(`${forOperators.join(", ")}: ${problem}\n`);
}
for (const name of files) {
  for (const problem of new Set(problemsIn(name))) {
    count += 1;
    process.stderr.write(`${name}: ${problem}\n`);
  }
}
process.exitCode = count === 0 ? 0 : 1;
