import { isDatabaseUnavailable } from "@polls/db";
import {
  type AnyRefusal,
  type ErrorCode,
  problemOf,
  Refusal,
  type Sentences,
} from "@polls/domain/refusals";
import type { Logger } from "@polls/telemetry";
import type { ErrorRequestHandler, Request, Response } from "express";
import { requestIdOf } from "../request/request-id";
import { routeOf } from "../server/request-log";
import { badRequest, Problem } from "./problem";
import type { Reply } from "./reply";
import { send } from "./send";

type RefusalOf<Kind extends AnyRefusal["kind"]> = Extract<AnyRefusal, { kind: Kind }>;

/** The answer to each kind of refusal (docs/reference/errors.md#bodies). */
const replies: { readonly [Kind in AnyRefusal["kind"]]: (refusal: RefusalOf<Kind>) => Reply } = {
  unauthenticated: ({ message, code }) => ({
    status: 401,
    body: { error: message, code },
    headers: { "WWW-Authenticate": "Bearer" },
  }),
  forbidden: () => ({ status: 403, body: undefined }),
  not_found: ({ message, code }) => ({ status: 404, body: { error: message, code } }),
  invalid: ({ message, errors, code, extra }) => ({
    status: 422,
    body: { error: message, errors, code, ...problemsOf(errors, code), ...extra },
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

/** What is wrong with each field, for programs (docs/reference/errors.md#codes-of-fields). */
const problemsOf = (errors: Sentences, code: ErrorCode) =>
  code === "invalid" || code === "unusable_file"
    ? {
        problems: Object.fromEntries(
          Object.entries(errors).map(([field, sentences]) => [field, sentences.map(problemOf)]),
        ),
      }
    : {};

/** The answer to a refusal. */
export function replyToRefusal(refusal: Refusal): Reply {
  const row = replies[(refusal as AnyRefusal).kind] as (refusal: AnyRefusal) => Reply;
  return row(refusal as AnyRefusal);
}

const RETRY_AFTER_SECONDS = "2";

/** The answer to a thrown error. A defect is an error that the code does not expect. */
export function replyToError(
  error: unknown,
  requestId: string,
): { readonly reply: Reply; readonly defect: boolean } {
  if (error instanceof Refusal) {
    return { reply: replyToRefusal(error), defect: false };
  }
  if (error instanceof Problem) {
    const { status, message, code, headers } = error;
    return { reply: { status, body: { error: message, code }, headers }, defect: false };
  }
  if (isDatabaseUnavailable(error)) {
    return {
      reply: {
        status: 503,
        body: { error: "The database is not available", code: "unavailable" satisfies ErrorCode },
        headers: { "Retry-After": RETRY_AFTER_SECONDS },
      },
      defect: false,
    };
  }
  return {
    reply: {
      status: 500,
      body: {
        error: "Internal error",
        code: "internal_error" satisfies ErrorCode,
        request_id: requestId,
      },
    },
    defect: true,
  };
}

/** Renders an error for a route that does not answer in JSON. */
type ErrorFormat = (reply: Reply, request: Request, requestId: string) => Reply;

/** Sets how the errors of this request are rendered. */
export function answerErrorsAs(response: Response, format: ErrorFormat): void {
  response.locals.errorFormat = format;
}

/** A 403 has no body. */
const codeOf = ({ body }: Reply): string =>
  (body as { readonly code?: ErrorCode } | undefined)?.code ?? ("forbidden" satisfies ErrorCode);

/** Answers every error of every route, and logs defects. `onCode` gets the code of each. */
export const answerErrors =
  (
    { log }: { readonly log: Logger },
    onCode?: (response: Response, code: string) => void,
  ): ErrorRequestHandler =>
  async (error: unknown, request, response, _next) => {
    const requestId = requestIdOf(response);
    // Express and the endpoint table decode path parameters before a handler runs.
    const problem =
      error instanceof URIError ? badRequest("The address is not encoded well") : error;
    const { reply, defect } = replyToError(problem, requestId);
    if (defect)
      log.error({ err: error, requestId, route: routeOf(request, response) }, "request failed");
    onCode?.(response, codeOf(reply));
    const format = response.locals.errorFormat as ErrorFormat | undefined;
    await send(request, response, format?.(reply, request, requestId) ?? reply);
  };
