import Ajv, { type ValidateFunction } from "ajv";
import qs from "qs";
import schemas from "./fixtures/request-schemas.json";

export type RequestKind = keyof typeof schemas;

/** A request of the provider's language that says something the provider does not know. */
export class BadRequest extends Error {
  override readonly name = "BadRequest";
  readonly param: string | undefined;
  constructor(message: string, param?: string) {
    super(message);
    this.param = param;
  }
}

const validators = new Map<RequestKind, ValidateFunction>();

/** Compiled when first asked for, as the largest takes a while. */
function validatorOf(kind: RequestKind): ValidateFunction {
  const known = validators.get(kind);
  if (known !== undefined) return known;
  const ajv = new Ajv({ coerceTypes: true, allowUnionTypes: true, strict: false });
  const validator = ajv.compile(schemas[kind]);
  validators.set(kind, validator);
  return validator;
}

/**
 * Reads form-encoded parameters and holds them to the SDK's own types of this request: what is
 * unknown, misspelt or of a wrong type is refused, at whatever depth.
 */
export function readParams<Params>(kind: RequestKind, form: string): Params {
  const params = qs.parse(form, { depth: 20, arrayLimit: 1_000, parameterLimit: 10_000 });
  const validate = validatorOf(kind);
  if (validate(params)) return params as Params;
  const [first] = validate.errors ?? [];
  const extra = (first?.params as { additionalProperty?: string } | undefined)?.additionalProperty;
  const param = [first?.instancePath.slice(1).replaceAll("/", "."), extra]
    .filter(Boolean)
    .join(".");
  throw new BadRequest(
    extra === undefined
      ? `Invalid ${param}: ${first?.message}`
      : `Received unknown parameter: ${param}`,
    param,
  );
}
