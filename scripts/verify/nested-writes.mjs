import ts from "typescript";

/** The keys of a model call that contain the written data. */
const written = new Set(["data", "create", "update"]);
/** The keys with which Prisma writes a relation. */
const nested = new Set([
  ...["create", "createMany", "connect", "connectOrCreate", "disconnect"],
  ...["update", "updateMany", "upsert", "delete", "deleteMany"],
]);
const writes = /^(?:create|update|upsert)/;

/** The lines, from 0, of the model calls of Prisma that write the rows of a relation too. */
export function nestedWrites(source) {
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
