import { isDatabaseUnavailable } from "@polls/db";
import type { AnyRefusal } from "@polls/domain/refusals";
import { Refusal } from "@polls/domain/refusals";
import { Problem } from "./problem";
import type { Reply } from "./reply";

type Refused<Kind extends AnyRefusal["kind"]> = Extract<AnyRefusal, { kind: Kind }>;

/** Spec section 7. A kind of refusal without a row here does not compile. */
const replies: { readonly [Kind in AnyRefusal["kind"]]: (refusal: Refused<Kind>) => Reply } = {
  unauthenticated: ({ message, code }) => ({
    status: 401,
    body: { error: message, code },
    headers: { "WWW-Authenticate": "Bearer" },
  }),
  forbidden: () => ({ status: 403, body: undefined }),
  not_found: ({ message, code }) => ({ status: 404, body: { error: message, code } }),
  invalid: ({ message, errors, code, extra }) => ({
    status: 422,
    body: { error: message, errors, code, ...extra },
  }),
  undeletable: ({ message, code }) => ({
    status: 422,
    body: { error: message, status: "unprocessable_entity", code },
  }),
  conflict: ({ message, code }) => ({ status: 409, body: { error: message, code } }),
  too_many_requests: ({ message, code, retryAfterSeconds }) => ({
    status: 429,
    body: { error: message, code },
    headers: { "Retry-After": String(retryAfterSeconds) },
  }),
};

const RETRY_AFTER_SECONDS = "2";

/** The answer to whatever was thrown; `defect` tells whether somebody must look at it. */
export function replyToError(
  error: unknown,
  requestId: string,
): { readonly reply: Reply; readonly defect: boolean } {
  if (error instanceof Refusal) {
    const refusal = error as AnyRefusal;
    const row = replies[refusal.kind] as (refusal: AnyRefusal) => Reply;
    return { reply: row(refusal), defect: false };
  }
  if (error instanceof Problem) {
    const { status, message, code, headers } = error;
    return { reply: { status, body: { error: message, code }, headers }, defect: false };
  }
  if (isDatabaseUnavailable(error)) {
    return {
      reply: {
        status: 503,
        body: { error: "The database is not available", code: "unavailable" },
        headers: { "Retry-After": RETRY_AFTER_SECONDS },
      },
      defect: false,
    };
  }
  return {
    reply: {
      status: 500,
      body: { error: "Internal error", code: "internal_error", request_id: requestId },
    },
    defect: true,
  };
}
