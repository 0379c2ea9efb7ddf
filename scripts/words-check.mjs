// `node scripts/words-check.mjs [directory or path]`: no text has a banned word or cites a document from elsewhere.
// A path in this project checks the files below it.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";
import { filesOf } from "./verify/files-of.mjs";
import { textsOf } from "./verify/texts-of.mjs";

/** Banned words, each with its replacement. */
const plain = {
  "somebody|someone": "name them: the client, the caller, another user",
  nobody: "no client, no process, no user",
  "anybody|everybody": "any client, every reader, all users",
  "whoever|whomever|whatever": "name the client, the caller, the value",
  anew: "again",
  "heeds?|heeded|heeding": "apply, follow",
  "booths?": "vote batcher",
  patience: "timeout",
  dear: "expensive",
  "turned away": "refused with 503",
  "in hand": "claimed, held",
  "at (?:the|its|their) door": "where it enters",
  "of ours": "of the service, of this process",
};

const spelling = {
  "behaviou?rs?(?<!behaviors?)": "behavior",
  "(?:neighb|col|fav|hon|lab|hum|harb)our(?:s|ed|ing|less|ful|able|ite|ites)?": "…or",
  "cancell(?:ed|ing)": "canceled, canceling",
  "(?:travell|labell|modell|signall|tunnell)(?:ed|ing|er)": "one l",
  "(?:organ|recogn|normal|serial|initial|optim|minim|maxim|summar|synchron|author|custom|sanit|util|final)is(?:e[sd]?|ing|ations?)":
    "…ize",
  "analys(?:ed|ing)": "analyzed, analyzing",
  "centred?|catalogues?|licences?|defences?|artefacts?|judgements?|programmes|grey|whilst|amongst|fulfil":
    "American spelling",
};

/** Citations of documents that are not in the repository. */
const citations = {
  "\\bS[124-8](?:\\.\\d+)?\\b|\\bS3\\.\\d+": "a heading of docs/reference",
  "\\b[Rr]ules? \\d+\\b": "a heading of docs/reference",
  "\\b[Dd]ecisions? (?:section )?\\d+|\\b[Ss]ections? \\d+(?:\\.\\d+)* of the decisions":
    "a heading of docs/reference",
  "\\b[Rr]eliability,? (?:section |§)?[A-Zae]?\\d[\\d.a-z]*": "a heading of docs/reliability.md",
  "\\b[Aa]rchitecture,? (?:section )?\\d+": "docs/ARCHITECTURE.md or a decision in docs/adr",
};

/** `ofNames`: the rule holds for names too. */
const rulesOf = (table, ofNames, patternOf) =>
  Object.entries(table).map(([words, advice]) => ({ ofNames, pattern: patternOf(words), advice }));
const wholeWord = (words) => new RegExp(`\\b(?:${words})\\b`, "gi");

const rules = [
  ...rulesOf({ ...plain, ...spelling }, true, wholeWord),
  ...rulesOf(citations, false, (words) => new RegExp(words, "g")),
];

/** The words of a name: `isDear` is "is dear". */
const wordsOf = (name) =>
  name
    .replace(/_/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase();

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
