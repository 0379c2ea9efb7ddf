import Ajv, { type ValidateFunction } from "ajv";
import schemas from "./fixtures/answer-schemas.json";

/** The provider's objects that the stand-in answers, by their word in the field `object`. */
const kinds: Readonly<Record<string, string>> = schemas.answers;

let ajv: Ajv | undefined;

/** The schemas are compiled at first use, as that takes long; all kinds share what is compiled. */
function validatorOf(name: string): ValidateFunction {
  ajv ??= new Ajv({ strict: false, validateSchema: false, inlineRefs: false }).addSchema({
    $id: "answers",
    definitions: schemas.definitions,
  });
  const validator = ajv.getSchema(`answers#/definitions/${name}`);
  if (validator === undefined) throw new TypeError(`there is no schema ${name}`);
  return validator;
}

/**
 * Throws unless an object is what the provider would answer: with every required field, of the right type, and no
 * field that the provider does not have, at every depth, by the SDK's own types of this object. Of a list all
 * objects are checked.
 */
export function demandAnswer(answer: object): void {
  const { object: kind, data } = answer as { readonly object?: string; readonly data?: unknown };
  if (kind === "list" && Array.isArray(data)) {
    for (const one of data) demandAnswer(one);
    return;
  }
  const name = kinds[kind ?? ""];
  if (name === undefined) throw new TypeError(`the stand-in answers no ${kind}`);
  const validate = validatorOf(name);
  if (validate(answer)) return;
  const problems = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new TypeError(`the stand-in answers a wrong ${kind}: ${problems.slice(0, 5).join("; ")}`);
}
