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

/** Statuses that the router answers for all endpoints (docs/reference/errors.md#codes-of-requests). */
export const commonErrors: Readonly<Record<number, DocumentedError>> = {
  400: documented(400, "Malformed JSON, form, header or address", {
    error: "The body is not valid JSON",
    code: "malformed_json",
  }),
  401: documented(
    401,
    "No valid token, no access to the organization, a missing or wrong poll password, or a host that may not use the poll",
    { error: "Unauthorized", code: "unauthorized" },
  ),
  404: documented(404, "Not there, or hidden from the caller", {
    error: "Poll not found",
    code: "poll_not_found",
  }),
  405: documented(405, "The path has no such method; `Allow` names those it has", {
    error: "The address has no such method",
    code: "method_not_allowed",
  }),
  408: documented(408, "The head of the request came too slowly", {
    error: "The request took too long",
    code: "request_timeout",
  }),
  409: documented(409, "A request with the same Idempotency-Key is running", {
    error: "A request with this Idempotency-Key is running",
    code: "idempotency_key_in_use",
  }),
  413: documented(413, "Larger than this service takes", {
    error: "The body is larger than 102400 bytes",
    code: "too_large",
  }),
  415: documented(415, "Another Content-Type than the endpoint takes", {
    error: "Content-Type must be application/json",
    code: "unsupported_media_type",
  }),
  422: documented(422, "Understood and declined", {
    error: "Unprocessable",
    errors: { title: ["is required"] },
    code: "invalid",
  }),
  429: documented(429, "Too many requests; Retry-After tells when to come again", {
    error: "Too many requests",
    code: "rate_limited",
  }),
  431: documented(431, "The headers are larger than 16 KiB", {
    error: "The headers are too large",
    code: "headers_too_large",
  }),
  500: documented(500, "A defect of the service", {
    error: "Internal error",
    code: "internal_error",
    request_id: "c0ffee",
  }),
  503: documented(503, "A part of the service is down; Retry-After tells when to come again", {
    error: "The database is not available",
    code: "unavailable",
  }),
};

/** Refusals of single operations that differ from the usual ones; null: without a body. */
export const ownRefusals: Readonly<
  Record<string, Readonly<Record<number, DocumentedError | null>>>
> = {
  "votes.cast": {
    403: null,
    422: documented(422, "Declined; or kept until the address of the participant is confirmed", {
      error: "Unprocessable",
      errors: { optin_email: ["must be confirmed"] },
      code: "opt_in_pending",
      vote_id: "Xc9uN2fLrE4hP6aYtK0oWg",
    }),
  },
  "participants.delete": { 403: null },
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
