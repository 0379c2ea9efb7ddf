import type { components } from "./generated/schema";

type Schemas = components["schemas"];

/** The stable codes of refused requests: docs/reference/errors.md#codes. */
export type ErrorCode = {
  [Name in keyof Schemas]: Name extends `${string}Code` ? Schemas[Name] : never;
}[keyof Schemas];

/** The body of a refusal. All fields are optional. */
export interface ErrorBody {
  readonly error?: string;
  readonly code?: ErrorCode;
  readonly [field: string]: unknown;
}

/** A request that the service refused, after all retries: docs/reference/errors.md#bodies. */
export class ApiError extends Error {
  /** A literal, because minification changes the name of the class. */
  static override readonly name: string = "ApiError";
  override readonly name: string;
  readonly status: number;
  /** A stable code, for example `poll_closed`. A newer service may send others. */
  readonly code: ErrorCode | undefined;
  /** The response of the service, including fields that depend on the code, such as `vote_id`. */
  readonly body: ErrorBody;
  /** The id of the request in the log of the service. */
  readonly requestId: string | undefined;
  /** How long the service asks the client to wait, in seconds. Present with 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: ErrorBody, headers: Headers) {
    super(messageOf(status, body));
    this.name = new.target.name;
    this.status = status;
    this.code = body.code;
    this.body = body;
    this.requestId = headers.get("x-request-id") ?? undefined;
    this.retryAfter = secondsOf(headers.get("retry-after"));
  }
}

/** The message for readers, including the problems of fields. */
function messageOf(status: number, { error, errors }: ErrorBody): string {
  const problems = Object.entries(errors ?? {})
    .flatMap(([name, sentences]) =>
      // A proxy between the client and the service may send any response.
      (Array.isArray(sentences) ? sentences : []).map((sentence) =>
        name === "base" ? sentence : `${name} ${sentence}`,
      ),
    )
    .join("; ");
  return problems || (error ?? `The service answered ${status}.`);
}

type CodeOf<Name extends keyof Schemas> = Schemas[Name] extends { code: infer Code } ? Code : never;

/** 400: the request is malformed. */
export class BadRequestError extends ApiError {
  static override readonly name = "BadRequestError";
  declare readonly code: CodeOf<"BadRequest"> | undefined;
}
/** 401: the token, the poll password or the origin is not accepted. */
export class UnauthorizedError extends ApiError {
  static override readonly name = "UnauthorizedError";
  declare readonly code: CodeOf<"Unauthorized"> | undefined;
}
/** 403: the caller may not do this. A response without a body has the code `forbidden`. */
export class ForbiddenError extends ApiError {
  static override readonly name = "ForbiddenError";
  override readonly code: ErrorCode = this.body.code ?? "forbidden";
}
/** 404: the object does not exist for this caller. */
export class NotFoundError extends ApiError {
  static override readonly name = "NotFoundError";
  declare readonly code: CodeOf<"NotFound"> | undefined;
}
/** 409: the same request is still running. */
export class ConflictError extends ApiError {
  static override readonly name = "ConflictError";
  declare readonly code: CodeOf<"Conflict"> | undefined;
}
/** 413: a body or file exceeds a hard cap. */
export class TooLargeError extends ApiError {
  static override readonly name = "TooLargeError";
  declare readonly code: CodeOf<"TooLarge"> | undefined;
}
/** 415: the endpoint requires another `Content-Type`. */
export class UnsupportedMediaTypeError extends ApiError {
  static override readonly name = "UnsupportedMediaTypeError";
  declare readonly code: CodeOf<"UnsupportedMediaType"> | undefined;
}
/** 422: a field or a rule of the poll refuses. A held vote has `code: "opt_in_pending"`. */
export class UnprocessableError extends ApiError {
  static override readonly name = "UnprocessableError";
  declare readonly code: CodeOf<"Unprocessable"> | undefined;
  declare readonly body: ErrorBody & Partial<Schemas["Unprocessable"]>;
  /** Sentences by field. Empty if the refusal is not about a field. */
  get errors(): Readonly<Record<string, readonly string[]>> {
    return this.body.errors ?? {};
  }
}
/** 429: this client sends too many requests. */
export class TooManyRequestsError extends ApiError {
  static override readonly name = "TooManyRequestsError";
  declare readonly code: CodeOf<"TooManyRequests"> | undefined;
}
/** 500 and above: a defect of the service, or a failure of a proxy. */
export class ServiceError extends ApiError {
  static override readonly name: string = "ServiceError";
}
/** 503: a part that the service needs is unavailable, or the service is busy. */
export class UnavailableError extends ServiceError {
  static override readonly name = "UnavailableError";
  declare readonly code: CodeOf<"Unavailable"> | undefined;
}

/** There was no response in time, or the connection broke. `cause` is the error of `fetch`. */
export class ConnectionError extends Error {
  static override readonly name = "ConnectionError";
  override readonly name = "ConnectionError";
}

/** Whether a caught error is a refusal with one of these codes. */
export const hasCode = <Code extends ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ApiError & { readonly code: Code } =>
  error instanceof ApiError && codes.some((code) => code === error.code);

const classes = new Map<number, typeof ApiError>([
  [400, BadRequestError],
  [401, UnauthorizedError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [409, ConflictError],
  [413, TooLargeError],
  [415, UnsupportedMediaTypeError],
  [422, UnprocessableError],
  [429, TooManyRequestsError],
  [503, UnavailableError],
]);

/** Creates the error for a response that is not 2xx. */
export async function errorOf(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const refusal = classes.get(status) ?? (status < 500 ? ApiError : ServiceError);
  return new refusal(status, bodyOf(await response.text()), headers);
}

/** Parses the body of an error. A proxy on the way may send any response. */
function bodyOf(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as ErrorBody) : {};
  } catch {
    return {};
  }
}

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
