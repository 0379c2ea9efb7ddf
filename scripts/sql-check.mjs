// `node scripts/sql-check.mjs [directory]`: finds SQL outside of libs/db, and model calls that write several tables
// (docs/adr/0016-sql-and-prisma.md). Tests, and code that only tests and `npm start` use, may have their own.

import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { root } from "./setup/root.mjs";
import { filesOf } from "./verify/files-of.mjs";

/** The keys of a model call that contain the written data. */
const written = new Set(["data", "create", "update"]);
/** The keys with which Prisma writes a relation. */
const nested = new Set([
  ...["create", "createMany", "connect", "connectOrCreate", "disconnect"],
  ...["update", "updateMany", "upsert", "delete", "deleteMany"],
]);
const writes = /^(?:create|update|upsert)/;

/** The lines, from 0, of the model calls of Prisma that write the rows of a relation too. */
function nestedWrites(source) {
  const lines = new Set();
  const file = ts.createSourceFile("x.ts", source, ts.ScriptTarget.Latest, true);
  const visit = (node) => {
    if (isWrite(node)) {
      for (const relation of relationsOf(node.arguments[0])) {
        lines.add(file.getLineAndCharacterOfPosition(relation.getStart()).line);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
}

const isWrite = (node) =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  writes.test(node.expression.name.text) &&
  node.arguments.length > 0 &&
  ts.isObjectLiteralExpression(node.arguments[0]);

/** `relation: { create: … }` in the written data. */
function* relationsOf(call) {
  for (const part of propertiesOf(call).filter(({ name }) => written.has(name.getText()))) {
    for (const field of propertiesOf(part.initializer)) {
      if (propertiesOf(field.initializer).some(({ name }) => nested.has(name.getText()))) {
        yield field;
      }
    }
  }
}

/** The named properties of an object, or of each object of a list. */
function propertiesOf(value) {
  if (value === undefined) return [];
  if (ts.isArrayLiteralExpression(value)) return value.elements.flatMap(propertiesOf);
  return ts.isObjectLiteralExpression(value)
    ? value.properties.filter(ts.isPropertyAssignment)
    : [];
}

const project = path.resolve(process.argv[2] ?? root);
const ofTests = /^libs\/(?:devstack|testing)\/|\/testing\/|\.test\.ts$/;
const sql = /\$(?:queryRaw|executeRaw)|Prisma\.(?:sql|raw)\b|\.query(?:<[^>]*>)?\(/;

const files = filesOf(project).filter(
  (file) => /^(?:libs|services)\/.*\.ts$/.test(file) && !ofTests.test(file),
);
if (files.length === 0) throw new Error("git lists no files");

function* problemsIn(file, text) {
  const lines = text.split("\n");
  if (!file.startsWith("libs/db/")) {
    for (const [index, line] of lines.entries()) {
      if (sql.test(line)) yield `SQL outside of libs/db: ${file}:${index + 1}: ${line.trim()}`;
    }
  }
  for (const index of nestedWrites(text)) {
    yield `a nested write: ${file}:${index + 1}: ${lines[index].trim()}`;
  }
}

const problems = files.flatMap((file) => [
  ...problemsIn(file, readFileSync(path.join(project, file), "utf8")),
]);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
