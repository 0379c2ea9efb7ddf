import Ajv, { type ValidateFunction } from "ajv";
import qs from "qs";
import schemas from "./fixtures/request-schemas.json";

export type RequestKind = keyof typeof schemas;

/** A request that the provider refuses. */
export class BadRequest extends Error {
  override readonly name = "BadRequest";
  readonly param: string | undefined;
  /** The provider's code for the reason, if it has one. */
  readonly code: string | undefined;
  readonly status: number;
  constructor(message: string, param?: string, code?: string, status = 400) {
    super(message);
    this.status = status;
    this.param = param;
    this.code = code;
  }
}

const validators = new Map<RequestKind, ValidateFunction>();

/** Compiles a schema at first use, because the largest schema is slow to compile. */
function validatorOf(kind: RequestKind): ValidateFunction {
  const known = validators.get(kind);
  if (known !== undefined) return known;
  const ajv = new Ajv({
    ...{ coerceTypes: true, allowUnionTypes: true, strict: false },
    code: { optimize: false },
  });
  const validator = ajv.compile(schemas[kind]);
  validators.set(kind, validator);
  return validator;
}

/** Parses form-encoded parameters. Refuses unknown names and wrong types at every depth. */
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
