import type { components } from "./generated/schema";

type Schemas = components["schemas"];

/**
 * The codes of refused requests, words that stay the same: docs/reference/errors.md#codes. 403 has no body; its one code
 * stands for it.
 */
export type ErrorCode =
  | {
      [Name in keyof Schemas]: Name extends `${string}Code` ? Schemas[Name] : never;
    }[keyof Schemas]
  | "forbidden";

/** The body of a refusal, as far as the answer has one. */
export interface ErrorBody {
  readonly error?: string;
  readonly code?: ErrorCode;
  readonly [field: string]: unknown;
}

/** A request that the service refused, after all retries: docs/reference/errors.md#bodies. */
export class ApiError extends Error {
  /** A text, so that the name of the class outlasts minification. */
  static override readonly name: string = "ApiError";
  override readonly name: string;
  readonly status: number;
  /** A word that stays the same, for example `poll_closed`. A newer service may send further ones. */
  readonly code: ErrorCode | undefined;
  /** What the service answered, with the fields that the code brings, such as `vote_id`. */
  readonly body: ErrorBody;
  /** The name of the request in the log of the service. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait, in seconds: with 429 and 503. */
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

/** The sentence for people, with the problems of fields. */
function messageOf(status: number, { error, errors }: ErrorBody): string {
  const problems = Object.entries(errors ?? {})
    .flatMap(([name, sentences]) =>
      // A proxy between may answer with anything.
      (Array.isArray(sentences) ? sentences : []).map((sentence) =>
        name === "base" ? sentence : `${name} ${sentence}`,
      ),
    )
    .join("; ");
  return problems || (error ?? `The service answered ${status}.`);
}

type CodeOf<Name extends keyof Schemas> = Schemas[Name] extends { code: infer Code } ? Code : never;

/** 400: malformed. */
export class BadRequestError extends ApiError {
  static override readonly name = "BadRequestError";
  declare readonly code: CodeOf<"BadRequest"> | undefined;
}
/** 401: the token, the poll password or the origin is not accepted. */
export class UnauthorizedError extends ApiError {
  static override readonly name = "UnauthorizedError";
  declare readonly code: CodeOf<"Unauthorized"> | undefined;
}
/** 403: the caller may not do this. It has no body. */
export class ForbiddenError extends ApiError {
  static override readonly name = "ForbiddenError";
  override readonly code = "forbidden";
}
/** 404: it does not exist for this caller. */
export class NotFoundError extends ApiError {
  static override readonly name = "NotFoundError";
  declare readonly code: CodeOf<"NotFound"> | undefined;
}
/** 409: the same request is still running. */
export class ConflictError extends ApiError {
  static override readonly name = "ConflictError";
  declare readonly code: CodeOf<"Conflict"> | undefined;
}
/** 413: a body or file above a hard cap. */
export class TooLargeError extends ApiError {
  static override readonly name = "TooLargeError";
  declare readonly code: CodeOf<"TooLarge"> | undefined;
}
/** 415: the endpoint takes another `Content-Type`. */
export class UnsupportedMediaTypeError extends ApiError {
  static override readonly name = "UnsupportedMediaTypeError";
  declare readonly code: CodeOf<"UnsupportedMediaType"> | undefined;
}
/** 422: a field, or a rule of the poll, refuses the request. A held vote is one too, with `code: "opt_in_pending"`. */
export class UnprocessableError extends ApiError {
  static override readonly name = "UnprocessableError";
  declare readonly code: CodeOf<"Unprocessable"> | undefined;
  declare readonly body: ErrorBody & Partial<Schemas["Unprocessable"]>;
  /** Sentences by field; empty where no field is to blame. */
  get errors(): Readonly<Record<string, readonly string[]>> {
    return this.body.errors ?? {};
  }
}
/** 429: too many requests of this client. */
export class TooManyRequestsError extends ApiError {
  static override readonly name = "TooManyRequestsError";
  declare readonly code: CodeOf<"TooManyRequests"> | undefined;
}
/** 500 and more: a defect of the service, or something between. */
export class ServiceError extends ApiError {
  static override readonly name: string = "ServiceError";
}
/** 503: the service lacks a part that it needs, or is busy. */
export class UnavailableError extends ServiceError {
  static override readonly name = "UnavailableError";
  declare readonly code: CodeOf<"Unavailable"> | undefined;
}

/** No answer: the connection broke, or the deadline passed. `cause` is what `fetch` threw. */
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

/** The error of an answer that is not 2xx. */
export async function errorOf(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const refusal = classes.get(status) ?? (status < 500 ? ApiError : ServiceError);
  return new refusal(status, bodyOf(await response.text()), headers);
}

/** A proxy between may answer with anything. */
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
