import { isDatabaseUnavailable, ranOutOfTime } from "@polls/db/connection";
import {
  type AnyRefusal,
  type ErrorCode,
  moreProblems,
  problemOf,
  Refusal,
  type Sentences,
} from "@polls/domain/refusals";
import { isStorageError } from "@polls/storage";
import { type Logger, rateLimited } from "@polls/telemetry";
import type { ErrorRequestHandler, Request, Response } from "express";
import { badRequest, Problem, unavailable } from "../replies/problem";
import type { Reply } from "../replies/reply";
import { send } from "../replies/send";
import { requestIdOf } from "../request/request-id";
import { routeOf } from "./request-log";

type RefusalOf<Kind extends AnyRefusal["kind"]> = Extract<AnyRefusal, { kind: Kind }>;

/** The response to each kind of refusal (docs/reference/errors.md#bodies). */
const replies: { readonly [Kind in AnyRefusal["kind"]]: (refusal: RefusalOf<Kind>) => Reply } = {
  unauthenticated: ({ message, code }) => ({
    status: 401,
    body: { error: message, code },
    headers: { "WWW-Authenticate": "Bearer" },
  }),
  forbidden: () => ({ status: 403, body: undefined }),
  blocked: ({ message, code }) => ({ status: 403, body: { error: message, code } }),
  gone: ({ message, code, reason }) => ({ status: 410, body: { error: message, code, reason } }),
  not_found: ({ message, code }) => ({ status: 404, body: { error: message, code } }),
  invalid: ({ message, errors, code, extra }) => ({
    status: 422,
    body: {
      error: message,
      errors,
      code,
      ...problemsOf(errors, code),
      ...moreOf(errors),
      ...extra,
    },
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

/** The same problems in a form for programs (docs/reference/errors.md#codes-of-fields). */
const problemsOf = (errors: Sentences, code: ErrorCode) =>
  code === "invalid" || code === "unusable_file"
    ? {
        problems: Object.fromEntries(
          Object.entries(errors).map(([field, sentences]) => [field, sentences.map(problemOf)]),
        ),
      }
    : {};

const moreOf = ({ [moreProblems]: more }: Sentences) =>
  more === undefined ? {} : { more_problems: more };

export function replyToRefusal(refusal: Refusal): Reply {
  const row = replies[(refusal as AnyRefusal).kind] as (refusal: AnyRefusal) => Reply;
  return row(refusal as AnyRefusal);
}

const RETRY_AFTER_SECONDS = "2";
const FILES_AFTER_SECONDS = 10;

interface ErrorReply {
  readonly reply: Reply;
  /** The error is unexpected: a defect of the code. */
  readonly defect: boolean;
  /** The part of the service that is not available, and the error that is the reason. */
  readonly outage?: { readonly message: string; readonly cause: unknown };
}

export function replyToError(error: unknown, requestId: string): ErrorReply {
  if (error instanceof Refusal) {
    return { reply: replyToRefusal(error), defect: false };
  }
  if (isStorageError(error) && error.kind !== "missing" && error.kind !== "too_large") {
    return replyToError(
      unavailable("Files cannot be read now", FILES_AFTER_SECONDS, error),
      requestId,
    );
  }
  if (error instanceof Problem) {
    const { status, message, code, headers, cause } = error;
    return {
      reply: { status, body: { error: message, code }, headers },
      defect: false,
      ...(cause === undefined ? {} : { outage: { message, cause } }),
    };
  }
  if (isDatabaseUnavailable(error)) {
    const message = ranOutOfTime(error)
      ? "The request took too long, and nothing was stored"
      : "The database is not available";
    return {
      reply: {
        status: 503,
        body: { error: message, code: "unavailable" satisfies ErrorCode },
        headers: { "Retry-After": RETRY_AFTER_SECONDS },
      },
      defect: false,
      outage: { message, cause: error },
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

/** Renders an error for a route that does not respond with JSON. */
type ErrorFormat = (reply: Reply, request: Request, requestId: string) => Reply;

export function answerErrorsAs(response: Response, format: ErrorFormat): void {
  response.locals.errorFormat = format;
}

/** A 403 has no body. */
const codeOf = ({ body }: Reply): string =>
  (body as { readonly code?: ErrorCode } | undefined)?.code ?? ("forbidden" satisfies ErrorCode);

/** Responds to every error of every route. Logs defects, and the reasons of outages. */
export function answerErrors(
  { log }: { readonly log: Logger },
  onCode?: (response: Response, code: string) => void,
): ErrorRequestHandler {
  const complain = rateLimited((facts, text) => log.warn(facts, text));
  return async (error: unknown, request, response, _next) => {
    const requestId = requestIdOf(response);
    // Express and the endpoint table decode path parameters before a handler runs, and throw
    // `URIError`.
    const problem =
      error instanceof URIError ? badRequest("The URL is not encoded correctly") : error;
    const { reply, defect, outage } = replyToError(problem, requestId);
    const facts = { requestId, route: routeOf(request, response) };
    if (defect) log.error({ err: error, ...facts }, "request failed");
    if (outage !== undefined) complain({ err: outage.cause, ...facts }, outage.message);
    onCode?.(response, codeOf(reply));
    const format = response.locals.errorFormat as ErrorFormat | undefined;
    await send(request, response, format?.(reply, request, requestId) ?? reply);
  };
}
