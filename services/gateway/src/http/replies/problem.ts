import type { CodeOf } from "@polls/domain/refusals";

/** A refusal that concerns HTTP only and is unknown to the domain. */
export class Problem extends Error {
  readonly status: 400 | 405 | 413 | 415 | 503;
  readonly code: CodeOf<Problem["status"]>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: Problem["status"],
    message: string,
    code: CodeOf<Problem["status"]>,
    headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "Problem";
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export const badRequest = (message: string, code: CodeOf<400> = "bad_request") =>
  new Problem(400, message, code);

/** `allow` lists the methods of the path. */
export const methodNotAllowed = (allow: string) =>
  new Problem(405, "The path does not have this method", "method_not_allowed", { Allow: allow });

export const tooLarge = (message: string) => new Problem(413, message, "too_large");

export const unsupportedMediaType = (expected: string) =>
  new Problem(415, `Content-Type must be ${expected}`, "unsupported_media_type");

export const unsupportedCharset = () =>
  new Problem(415, "The charset of Content-Type must be utf-8", "unsupported_media_type");

export const unsupportedEncoding = () =>
  new Problem(415, "Content-Encoding must be identity", "unsupported_media_type");

/** `cause` is the error behind the outage, for the log. */
export const unavailable = (message: string, retryAfterSeconds: number, cause?: unknown) =>
  new Problem(503, message, "unavailable", { "Retry-After": String(retryAfterSeconds) }, { cause });
