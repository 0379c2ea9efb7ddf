import { z } from "zod";

const code = z.string().meta({ description: "A stable machine word" });

const UnauthorizedError = z.object({ error: z.string(), code }).meta({ id: "Unauthorized" });

const NotFoundError = z.object({ error: z.string(), code }).meta({ id: "NotFound" });

const UnprocessableError = z
  .object({
    error: z.string(),
    errors: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: "Attribute names (or `base`) and what is wrong with them" }),
    code,
  })
  .meta({ id: "Unprocessable" });

const RefusalError = z
  .object({ error: z.string(), status: z.string(), code })
  .meta({ id: "DeletionRefusal" });

const ProblemError = z.object({ error: z.string(), code }).meta({ id: "Problem" });

const InternalError = z
  .object({ error: z.string(), code, request_id: z.string() })
  .meta({ id: "InternalError" });

export interface DocumentedError {
  readonly schema: z.ZodType;
  readonly says: string;
  readonly example: object;
}

/** Statuses that the router answers for all endpoints (docs/reference/errors.md#codes-of-requests). */
export const commonErrors: Readonly<Record<number, DocumentedError>> = {
  400: {
    schema: ProblemError,
    says: "Malformed JSON, form, header or address",
    example: { error: "The body is not valid JSON", code: "malformed_json" },
  },
  401: {
    schema: UnauthorizedError,
    says: "No valid token, no access to the organization, a missing or wrong poll password, or a host that may not use the poll",
    example: { error: "Unauthorized", code: "unauthorized" },
  },
  404: {
    schema: NotFoundError,
    says: "Not there, or hidden from the caller",
    example: { error: "Poll not found", code: "poll_not_found" },
  },
  405: {
    schema: ProblemError,
    says: "The path has other methods, which Allow names",
    example: { error: "The address has no such method", code: "method_not_allowed" },
  },
  409: {
    schema: ProblemError,
    says: "A request with the same Idempotency-Key is running",
    example: {
      error: "A request with this Idempotency-Key is running",
      code: "idempotency_key_in_use",
    },
  },
  413: {
    schema: ProblemError,
    says: "Larger than this service takes",
    example: { error: "The body is larger than 102400 bytes", code: "too_large" },
  },
  415: {
    schema: ProblemError,
    says: "Another Content-Type than the endpoint takes",
    example: { error: "Content-Type must be application/json", code: "unsupported_media_type" },
  },
  422: {
    schema: UnprocessableError,
    says: "Understood and declined",
    example: { error: "Unprocessable", errors: { title: ["is required"] }, code: "invalid" },
  },
  429: {
    schema: ProblemError,
    says: "Too many requests; Retry-After tells when to come again",
    example: { error: "Too many requests", code: "rate_limited" },
  },
  500: {
    schema: InternalError,
    says: "A defect of the service",
    example: { error: "Internal error", code: "internal_error", request_id: "c0ffee" },
  },
  503: {
    schema: ProblemError,
    says: "A part of the service is down; Retry-After tells when to come again",
    example: { error: "The database is not available", code: "unavailable" },
  },
};

/** Refusals of single operations that differ from the usual ones; null: without a body. */
export const ownRefusals: Readonly<
  Record<string, Readonly<Record<number, DocumentedError | null>>>
> = {
  postPollsByPollIdVotes: { 403: null },
  deletePollsByPollIdVotersById: { 403: null },
  deletePollsByPollIdOptionsById: {
    422: {
      schema: RefusalError,
      says: "The option cannot be deleted",
      example: {
        error: "The survey step is used in branching logic",
        status: "unprocessable_entity",
        code: "used_in_branching",
      },
    },
  },
};
