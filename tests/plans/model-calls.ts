import { readFileSync } from "node:fs";
import ts from "typescript";

/** The type of each field by model. The names of models begin with a small letter, as in calls. */
export type Models = ReadonlyMap<string, ReadonlyMap<string, string>>;

export function modelsOf(schema: string): Models {
  const models = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)];
  return new Map(
    models.map(([, name = "", body = ""]) => [
      smallFirst(name),
      new Map(
        [...body.matchAll(/^ {2}(\w+) +(\w+)/gm)].map(([, key = "", type = ""]) => [key, type]),
      ),
    ]),
  );
}

const smallFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** What a call of Prisma chooses its rows by. */
export interface ModelCall {
  readonly file: string;
  readonly line: number;
  readonly model: string;
  readonly operation: string;
  /** With sample values in place of computed ones. Undefined: the source of the condition is not found. */
  readonly where: Condition | undefined;
  readonly orderBy: Sample | undefined;
  readonly isLimited: boolean;
}

export interface Condition {
  readonly [key: string]: Sample;
}

type Sample =
  | null
  | boolean
  | number
  | bigint
  | string
  | Date
  | Uint8Array
  | readonly Sample[]
  | Condition;

const samples: Readonly<Record<string, Sample>> = {
  BigInt: 77n,
  Boolean: true,
  Bytes: Buffer.from("77"),
  DateTime: new Date("2030-06-15T12:00:00Z"),
  Decimal: 77,
  Float: 77,
  Int: 77,
  Json: {},
  String: "x77",
};

/** Only calls of Prisma have these names. */
const ofPrisma = new Set([
  ...["findMany", "findFirst", "findFirstOrThrow", "findUnique", "findUniqueOrThrow"],
  ...["updateMany", "updateManyAndReturn", "deleteMany", "groupBy", "aggregate", "upsert"],
]);
/** Calls that choose many rows. The others choose one by a unique key, as the types of Prisma demand. */
const choosing = /^(?:find(?:Many|First)|(?:update|delete)Many|groupBy|aggregate|count$)/;

/** What a call of a model in a variable chooses its rows by. */
const unknown = { where: undefined, orderBy: undefined, isLimited: false };

/** The model calls of a file that choose rows. */
export function modelCallsOf(models: Models, file: string, name: string): readonly ModelCall[] {
  const source = ts.createSourceFile(
    name,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const calls: ModelCall[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const operation = node.expression.name.text;
      const of = node.expression.expression;
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const model = modelOf(models, of);
      const at = { file: name, line, operation };
      if (model !== undefined && choosing.test(operation)) {
        calls.push({ ...at, model, ...chosenBy(models, { model, operation }, node.arguments[0]) });
      } else if (model === undefined && ofPrisma.has(operation)) {
        calls.push({ ...at, model: of.getText(), ...unknown });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return calls;
}

/** The model that `prisma.model` is, or a variable with the name of a model. */
function modelOf(models: Models, of: ts.Expression): string | undefined {
  if (ts.isIdentifier(of)) return models.has(of.text) ? of.text : undefined;
  if (!ts.isPropertyAccessExpression(of)) return undefined;
  return /\bprisma\??$/.test(of.expression.getText()) ? of.name.text : undefined;
}

function chosenBy(
  models: Models,
  { model, operation }: Pick<ModelCall, "model" | "operation">,
  argument: ts.Expression | undefined,
) {
  const call = objectOf(argument);
  if (argument !== undefined && call === undefined) return unknown;
  const find = (key: string) => {
    const property = call?.properties.find((one) => one.name?.getText() === key);
    return property === undefined ? undefined : valueOfProperty(property);
  };
  const where = find("where");
  const orderBy = find("orderBy");
  return {
    where: where === undefined ? {} : readWhere(models, model, where),
    orderBy: orderBy === undefined ? undefined : literalOf(orderBy),
    isLimited:
      find("take") !== undefined ||
      call?.properties.some(isWindow) === true ||
      /^findFirst/.test(operation),
  };
}

/** A page of a list: `windowOf` says what is taken. */
const isWindow = (property: ts.ObjectLiteralElementLike): boolean =>
  ts.isSpreadAssignment(property) && property.expression.getText().startsWith("windowOf(");

function valueOfProperty(property: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (ts.isPropertyAssignment(property)) return property.initializer;
  return ts.isShorthandPropertyAssignment(property) ? property.name : undefined;
}

/** The object that an expression is, names, or returns as a function of the same file. */
function objectOf(expression: ts.Expression | undefined): ts.ObjectLiteralExpression | undefined {
  if (expression === undefined) return undefined;
  if (ts.isObjectLiteralExpression(expression)) return expression;
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression)) {
    return objectOf(expression.expression);
  }
  if (ts.isSatisfiesExpression(expression)) return objectOf(expression.expression);
  if (ts.isCallExpression(expression)) return objectOf(expression.expression);
  if (ts.isArrowFunction(expression) && !ts.isBlock(expression.body)) {
    return objectOf(expression.body);
  }
  return ts.isIdentifier(expression) ? objectOf(declarationOf(expression)) : undefined;
}

/** The value of a constant, in the innermost block around a name. */
function declarationOf(name: ts.Identifier): ts.Expression | undefined {
  for (let node: ts.Node = name.parent; node !== undefined; node = node.parent) {
    if (!ts.isBlock(node) && !ts.isSourceFile(node)) continue;
    const declared = node.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => [...declarationList.declarations])
      .find((one) => one.name.getText() === name.text);
    if (declared !== undefined) return declared.initializer;
  }
  return undefined;
}

/** The condition with sample values. What may be left out is left out: an index must do without it. */
function readWhere(models: Models, model: string, expression: ts.Expression | undefined) {
  const object = objectOf(expression);
  return object === undefined ? undefined : readObject(models, model, object);
}

function readObject(models: Models, model: string, object: ts.ObjectLiteralExpression): Condition {
  const read: Record<string, Sample> = {};
  for (const property of object.properties) {
    const spread = ts.isSpreadAssignment(property) ? objectOf(property.expression) : undefined;
    if (spread !== undefined) Object.assign(read, readObject(models, model, spread));
    const value = valueOfProperty(property);
    const key = property.name?.getText();
    if (key === undefined || value === undefined) continue;
    const sample = readValue(models, model, key, value);
    if (sample !== undefined) read[key] = sample;
  }
  return read;
}

const relationFilters = new Set(["is", "isNot", "some", "none", "every", "AND", "OR", "NOT"]);

function readValue(
  models: Models,
  model: string,
  key: string,
  value: ts.Expression,
): Sample | undefined {
  const type = models.get(model)?.get(key);
  if (value.kind === ts.SyntaxKind.NullKeyword) return null;
  if (relationFilters.has(key)) return readEach(models, model, value);
  if (type === undefined) return undefined;
  if (models.has(smallFirst(type))) return readWhere(models, smallFirst(type), value);
  return readFilter(samples[type] ?? "x77", value);
}

/** The conditions of `OR` and the like. One that is not found can be anything, so all of them are left out. */
function readEach(models: Models, model: string, value: ts.Expression): Sample | undefined {
  if (!ts.isArrayLiteralExpression(value)) return readWhere(models, model, value);
  const all = value.elements.map((one) => readWhere(models, model, one));
  const found = all.filter((one) => one !== undefined);
  return found.length === all.length ? found : undefined;
}

/** The condition of a column: a value, or `{ in: […] }` and the like. */
function readFilter(sample: Sample, value: ts.Expression): Sample {
  if (!ts.isObjectLiteralExpression(value)) return literalOf(value) ?? sample;
  const filters = value.properties.flatMap((property) => {
    const key = property.name?.getText();
    const inner = valueOfProperty(property);
    if (key === undefined || inner === undefined) return [];
    if (key !== "in" && key !== "notIn") return [[key, readFilter(sample, inner)] as const];
    const listed = literalOf(inner);
    return [[key, Array.isArray(listed) ? listed : [sample, sample]] as const];
  });
  return Object.fromEntries(filters);
}

/** The value that is written out in the source. Undefined: it is computed. */
function literalOf(value: ts.Expression): Sample | undefined {
  if (ts.isStringLiteralLike(value)) return value.text;
  if (ts.isNumericLiteral(value)) return Number(value.text);
  if (value.kind === ts.SyntaxKind.NullKeyword) return null;
  if (value.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (value.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isArrayLiteralExpression(value)) {
    const all = value.elements.map(literalOf);
    const found = all.filter((one) => one !== undefined);
    return found.length === all.length ? found : undefined;
  }
  if (!ts.isObjectLiteralExpression(value)) return undefined;
  const entries: [string, Sample][] = [];
  for (const property of value.properties) {
    const inner = valueOfProperty(property);
    const literal = inner === undefined ? undefined : literalOf(inner);
    if (property.name === undefined || literal === undefined) return undefined;
    entries.push([property.name.getText(), literal]);
  }
  return Object.fromEntries(entries);
}
