// `node scripts/words-check.mjs [directory or path]`: no text has a banned word or cites a document from elsewhere.
// A path in this project checks the files below it.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";
import { filesOf } from "./verify/files-of.mjs";
import { textsOf } from "./verify/texts-of.mjs";
import { rules, wordsOf } from "./verify/words.mjs";

const target = path.resolve(process.argv[2] ?? root);
const project = existsSync(path.join(target, ".git")) ? target : root;
const below = path.relative(project, target);

const checked = /\.(?:[cm]?[jt]sx?|md|sql|prisma|ya?ml|css)$/;
/** The rules, and migrations, which never change once they are applied. */
const left = /^(?:scripts\/verify\/words\.mjs$|prisma\/migrations\/)|(?:^|\/)fixtures\//;

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
    for (const { ofNames, pattern, advice } of rules) {
      if (isName && !ofNames) continue;
      for (const found of read.matchAll(pattern)) {
        const at = line + read.slice(0, found.index).split("\n").length - 1;
        yield `${name}:${at}: "${found[0].trim()}": ${advice}\n`;
      }
    }
  }
}

for (const name of filesOf(project)) {
  if (!checked.test(name) || left.test(name) || !name.startsWith(below)) continue;
  for (const finding of findings(name)) {
    process.stderr.write(finding);
    process.exitCode = 1;
  }
}
