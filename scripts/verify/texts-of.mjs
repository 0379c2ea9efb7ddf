import ts from "typescript";
import { testNames } from "./test-names.mjs";

/**
 * Comments, names, titles of tests and prose, each with its line. Literals are data. Names in
 * backticks and blocks of code are blanked.
 */
export function* textsOf(name, source) {
  if (name.endsWith(".md")) yield* prose(source);
  else if (/\.(?:[cm]?[jt]sx?)$/.test(name)) yield* scriptTexts(name, source);
  else yield* lineComments(name, source);
}

const blank = (text) => text.replace(/[^\n]/g, " ");
const withoutCode = (text) => text.replace(/`[^`\n]*`/g, blank);

function* prose(source) {
  const open = source.replace(/^( *)```[\s\S]*?^\1```/gm, blank).replace(/^ {4,}\S.*$/gm, blank);
  // The address of a link is a name; the text of the link is prose.
  const text = withoutCode(open).replace(/\]\([^)\n]*\)/g, blank);
  yield { kind: "text", line: 1, text };
}

function* scriptTexts(name, source) {
  const lines = ts.computeLineStarts(source);
  const lineOf = (position) => ts.computeLineAndCharacterOfPosition(lines, position).line + 1;
  for (const { position, kind, text } of tokens(name, source)) {
    yield { kind, line: lineOf(position), text: kind === "comment" ? withoutCode(text) : text };
  }
  if (!name.endsWith(".test.ts")) return;
  for (const title of testNames(source)) {
    const at = source.indexOf(title.split("\n")[0]);
    yield { kind: "title", line: lineOf(Math.max(at, 0)), text: withoutCode(title) };
  }
}

/** Comments and identifiers. This needs a parser, because a scanner does not find the ends of templates and patterns. */
function* tokens(name, source) {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const tokensFound = [];
  const seen = new Set();
  const note = (ranges) => {
    for (const { pos, end } of ranges ?? []) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      tokensFound.push({ kind: "comment", position: pos, text: source.slice(pos, end) });
    }
  };
  const visit = (node) => {
    if (ts.isIdentifier(node)) {
      tokensFound.push({ kind: "name", position: node.getStart(file), text: node.text });
    }
    if (node.getChildCount(file) > 0) return node.getChildren(file).forEach(visit);
    note(ts.getLeadingCommentRanges(source, node.pos));
    note(ts.getTrailingCommentRanges(source, node.end));
  };
  visit(file);
  return yield* tokensFound;
}

const commentOf = { sql: /--.*$/, prisma: /\/\/.*$/, css: /\/\*.*\*\// };

function* lineComments(name, source) {
  const comment = commentOf[name.slice(name.lastIndexOf(".") + 1)] ?? /(?:^|\s)#.*$/;
  for (const [at, text] of source.split("\n").entries()) {
    const match = comment.exec(text)?.[0];
    if (match !== undefined) yield { kind: "comment", line: at + 1, text: withoutCode(match) };
  }
}
