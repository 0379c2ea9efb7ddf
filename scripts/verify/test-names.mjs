import ts from "typescript";

const openers = new Set(["describe", "test", "it"]);

/** The titles of a test file: groups, tests, and rows of tables (their first text). */
export function testNames(source) {
  const names = new Set();
  const visit = (node) => {
    if (ts.isCallExpression(node)) noteCall(node, names);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("x.test.ts", source, ts.ScriptTarget.Latest, true));
  return names;
}

function noteCall(call, names) {
  const opener = openerOf(call.expression);
  if (opener === undefined) return;
  const title = textOf(call.arguments[0]);
  if (title !== undefined) names.add(title);
  const table = opener.table && resolve(opener.table);
  if (table === undefined) return;
  for (const row of rowsOf(table)) names.add(row);
}

/** `test("…")`, `test.only("…")` or `test.each(table)("…")`. */
function openerOf(expression) {
  if (ts.isIdentifier(expression)) return openers.has(expression.text) ? {} : undefined;
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) {
    return undefined;
  }
  const { expression: owner, name } = expression.expression;
  const isEach = name.text === "each" && ts.isIdentifier(owner) && openers.has(owner.text);
  return isEach ? { table: expression.arguments[0] } : undefined;
}

/** The table itself, or the value of a constant of this file. */
function resolve(node) {
  const plain = unwrapped(node);
  if (isEntries(plain)) return resolve(plain.arguments[0]);
  if (!ts.isIdentifier(plain)) return plain;
  let found;
  const visit = (each) => {
    if (ts.isVariableDeclaration(each) && each.name.getText() === plain.text) found = each;
    ts.forEachChild(each, visit);
  };
  visit(node.getSourceFile());
  return found?.initializer && unwrapped(found.initializer);
}

const isEntries = (node) =>
  ts.isCallExpression(node) && node.expression.getText() === "Object.entries";

const unwrapped = (node) =>
  ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? unwrapped(node.expression)
    : node;

function* rowsOf(table) {
  if (ts.isObjectLiteralExpression(table)) {
    for (const { name } of table.properties) {
      const text = name && (ts.isIdentifier(name) ? name.text : textOf(name));
      if (text !== undefined) yield text;
    }
  }
  if (!ts.isArrayLiteralExpression(table)) return;
  for (const row of table.elements.map(unwrapped)) {
    const text = textOf(ts.isArrayLiteralExpression(row) ? row.elements[0] : row);
    if (text !== undefined) yield text;
  }
}

function textOf(node) {
  if (node === undefined) return undefined;
  const plain = unwrapped(node);
  return ts.isStringLiteralLike(plain) ? plain.text : undefined;
}
