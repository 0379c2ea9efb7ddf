import type { CodeOf } from "@polls/domain/refusals";
import type { z } from "zod";
import { errorBodies, OptionDeletionRefusal } from "../../http/replies/error-bodies";

export interface DocumentedError {
  readonly schema: z.ZodType;
  readonly says: string;
  readonly example: object;
}

type ErrorStatus = keyof typeof errorBodies;

const documented = <Status extends ErrorStatus>(
  status: Status,
  says: string,
  example: { readonly error: string; readonly code: CodeOf<Status> } & Readonly<
    Record<string, unknown>
  >,
): DocumentedError => ({ schema: errorBodies[status], says, example });

/** What the router may return for every endpoint (docs/reference/errors.md#codes-of-requests). */
export const commonErrors: Readonly<Record<number, DocumentedError>> = {
  400: documented(400, "The JSON, a form, a header or the URL is malformed", {
    error: "The body is not valid JSON",
    code: "malformed_json",
  }),
  401: documented(
    401,
    "There is no valid token, no access to the organization, a missing or wrong poll password, or an origin that may not use the poll",
    { error: "A private token is required", code: "unauthorized" },
  ),
  403: documented(
    403,
    "An operator has blocked the account, or the owner of the poll; a participant of another user gets an empty body",
    { error: "The account is blocked", code: "account_blocked" },
  ),
  404: documented(404, "The object does not exist, or is hidden from the caller", {
    error: "Poll not found",
    code: "poll_not_found",
  }),
  405: documented(405, "The path does not have this method; `Allow` lists its methods", {
    error: "The path does not have this method",
    code: "method_not_allowed",
  }),
  408: documented(408, "The headers of the request arrived too slowly", {
    error: "The request took too long",
    code: "request_timeout",
  }),
  409: documented(409, "A request with the same Idempotency-Key is still running", {
    error: "A request with this Idempotency-Key is running",
    code: "idempotency_key_in_use",
  }),
  410: documented(410, "An operator has taken the poll down", {
    error: "The poll was taken down",
    code: "poll_taken_down",
    reason: "Insults a person",
  }),
  413: documented(413, "The request is larger than the service accepts", {
    error: "The body is larger than 102400 bytes",
    code: "too_large",
  }),
  415: documented(415, "The endpoint expects another Content-Type", {
    error: "Content-Type must be application/json",
    code: "unsupported_media_type",
  }),
  422: documented(422, "The request was understood and refused", {
    error: "Unprocessable",
    errors: { title: ["is required"] },
    code: "invalid",
  }),
  429: documented(429, "A rate limit is exceeded; Retry-After has the seconds to wait", {
    error: "Too many requests",
    code: "rate_limited",
  }),
  431: documented(431, "The headers are larger than 16 KiB, or more than 100", {
    error: "The headers are too large",
    code: "headers_too_large",
  }),
  500: documented(500, "An internal error of the service", {
    error: "Internal error",
    code: "internal_error",
    request_id: "c0ffee",
  }),
  503: documented(
    503,
    "A part of the service is not available; Retry-After has the seconds to wait",
    {
      error: "The database is not available",
      code: "unavailable",
    },
  ),
};

/** Refusals of single operations that have a body of their own. Null: no body. */
export const ownRefusals: Readonly<
  Record<string, Readonly<Record<number, DocumentedError | null>>>
> = {
  "participants.delete": { 403: null },
  "votes.cast": {
    403: null,
    422: documented(
      422,
      "The vote is refused, or it is held until the participant's address is confirmed",
      {
        error: "Unprocessable",
        errors: { optin_email: ["must be confirmed"] },
        code: "opt_in_pending",
        vote_id: "Xc9uN2fLrE4hP6aYtK0oWg",
      },
    ),
  },
  "options.delete": {
    422: {
      schema: OptionDeletionRefusal,
      says: "The option cannot be deleted",
      example: {
        error: "The option is used in branching logic",
        status: "unprocessable_entity",
        code: "used_in_branching" satisfies CodeOf<422>,
      },
    },
  },
};
