import Ajv, { type ValidateFunction } from "ajv";
import schemas from "./fixtures/answer-schemas.json";

/** Schemas of the objects that the fake provider returns, by the value of their field `object`. */
const kinds: Readonly<Record<string, string>> = schemas.answers;

let ajv: Ajv | undefined;

/** Compiles a schema at first use, because this is slow. All kinds share compiled schemas. */
function validatorOf(name: string): ValidateFunction {
  ajv ??= new Ajv({
    ...{ strict: false, validateSchema: false, inlineRefs: false },
    // Optimizing takes longer than all validations of a run.
    code: { optimize: false },
  }).addSchema({
    $id: "answers",
    definitions: schemas.definitions,
  });
  const validator = ajv.getSchema(`answers#/definitions/${name}`);
  if (validator === undefined) throw new TypeError(`there is no schema ${name}`);
  return validator;
}

/** Throws unless an object has exactly the fields of the SDK's types, at every depth. */
export function requireAnswer(answer: object): void {
  const { object: kind, data } = answer as { readonly object?: string; readonly data?: unknown };
  if (kind === "list" && Array.isArray(data)) {
    for (const one of data) requireAnswer(one);
    return;
  }
  const name = kinds[kind ?? ""];
  if (name === undefined) throw new TypeError(`the fake provider returns no ${kind}`);
  const validate = validatorOf(name);
  if (validate(answer)) return;
  const problems = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new TypeError(
    `the fake provider returns an invalid ${kind}: ${problems.slice(0, 5).join("; ")}`,
  );
}

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

const definitions: Readonly<Record<string, Schema>> = schemas.definitions;
const emptyValues: Readonly<Record<string, unknown>> = { array: [], boolean: false, number: 0 };

/** A response whose required fields are null, or empty if they cannot be null. */
export const blank = <Answer>(kind: string): Answer =>
  emptyOf(definitions[kinds[kind] ?? ""] ?? {}) as Answer;

function emptyOf({ $ref, anyOf, const: only, type = "", properties, required }: Schema): unknown {
  if ($ref !== undefined) return emptyOf(definitions[$ref.replace(/^.*\//, "")] ?? {});
  if (anyOf?.some((one) => one.type === "null")) return null;
  if (type !== "object") return only ?? emptyValues[type];
  return Object.fromEntries(
    required?.map((name) => [name, emptyOf(properties?.[name] ?? {})]) ?? [],
  );
}
