// `node scripts/words-check.mjs [directory]`: no text has a banned word or cites a document from elsewhere.
// `--list` counts the findings per folder, `--list <path>` shows the findings below a path.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";
import { filesOf } from "./verify/files-of.mjs";
import { textsOf } from "./verify/texts-of.mjs";
import { rules, wordsOf } from "./verify/words.mjs";

const listing = process.argv[2] === "--list";
const target = process.argv[listing ? 3 : 2];
const project = target !== undefined && existsSync(path.join(target, ".git")) ? target : root;

const checked = /\.(?:[cm]?[jt]sx?|md|sql|prisma|ya?ml|css)$/;
/** The rules, and migrations, which never change once they are applied. */
const left = /^(?:scripts\/verify\/words\.mjs$|prisma\/migrations\/)|(?:^|\/)fixtures\//;

const files = filesOf(project).filter((name) => checked.test(name) && !left.test(name));

function* findings(name) {
  const source = readFileSync(path.join(project, name), "utf8");
  // Parsing is slow, and most files have no findings.
  const everything = `${name}\n${source}\n${wordsOf(source)}`;
  if (!rules.some(({ pattern }) => everything.search(pattern) >= 0)) return;
  for (const { kind, line, text } of [
    { kind: "path", line: 1, text: name },
    ...textsOf(name, source),
  ]) {
    const isName = kind === "name" || kind === "path";
    const read = isName ? wordsOf(text).replaceAll("-", " ") : text;
    for (const { kind: ruleKind, pattern, advice } of rules) {
      if (isName && ruleKind === "citation") continue;
      for (const found of read.matchAll(pattern)) {
        const at = line + read.slice(0, found.index).split("\n").length - 1;
        yield { name, at, ruleKind, found: found[0].trim(), advice, text };
      }
    }
  }
}

const below = (name, folder) => folder === "." || name === folder || name.startsWith(`${folder}/`);
const folderOf = (name) => {
  const parts = name.split("/");
  const depth = parts[0] === "services" || parts[0] === "libs" ? 4 : 1;
  return parts.slice(0, Math.min(depth, parts.length - 1)).join("/") || ".";
};

if (listing) {
  const wanted = path.relative(root, path.resolve(target ?? root)) || ".";
  const counts = new Map();
  for (const name of files.filter((each) => below(each, wanted))) {
    for (const { at, ruleKind, found, advice } of findings(name)) {
      if (target !== undefined) process.stdout.write(`${name}:${at}: "${found}": ${advice}\n`);
      const count = counts.get(folderOf(name)) ?? { word: 0, citation: 0 };
      count[ruleKind] += 1;
      counts.set(folderOf(name), count);
    }
  }
  const row = (words, citations, folder) =>
    process.stdout.write(
      `${String(words).padStart(7)} ${String(citations).padStart(9)} ${folder}\n`,
    );
  row("words", "citations", "folder");
  for (const [folder, { word, citation }] of [...counts].sort()) row(word, citation, folder);
  const sum = (kind) => [...counts.values()].reduce((total, count) => total + count[kind], 0);
  row(sum("word"), sum("citation"), "in all");
} else {
  let count = 0;
  for (const name of files) {
    for (const { at, found, advice } of findings(name)) {
      count += 1;
      process.stderr.write(`${name}:${at}: "${found}": ${advice}\n`);
    }
  }
  process.exitCode = count === 0 ? 0 : 1;
}
