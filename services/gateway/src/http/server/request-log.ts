import type { Actor } from "@polls/domain/access";
import type { Logger, Metrics } from "@polls/telemetry";
import type { Request, RequestHandler, Response } from "express";
import type { Config } from "../../config";
import { requestIdOf } from "../request/request-id";

interface RequestFacts {
  /** The path pattern of an endpoint. Express knows the patterns of other routes. */
  readonly route?: string;
  /** The operation id of an endpoint. */
  readonly endpoint?: string;
  readonly actor?: Actor["kind"];
  /** The request is a health check, which arrives every few seconds. */
  readonly probe?: boolean;
}

/** Adds facts to the log line of a request. The identity of the caller is never logged. */
export function noteRequest(response: Response, facts: RequestFacts): void {
  Object.assign(response.locals, facts);
}

export const isProbe = ({ locals }: Response): boolean => (locals as RequestFacts).probe === true;

/** The label of requests without a route. Their paths would make too many labels. */
const NO_ROUTE = "none";

export function routeOf({ route }: Request, response: Response): string {
  const facts = response.locals as RequestFacts;
  return facts.route ?? (route as { readonly path: string } | undefined)?.path ?? NO_ROUTE;
}

export const endpointOf = (response: Response): string | undefined =>
  (response.locals as RequestFacts).endpoint;

/** The share of successful requests that `LOG_REQUESTS=sampled` logs (docs/operations.md#logs). */
const SAMPLE_RATE = 0.01;
/** Requests that take longer are always logged. */
const SLOW_MS = 1_000;

interface RequestLogParts {
  readonly config: Pick<Config, "logRequests">;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** A random number in [0, 1). */
  readonly chance?: () => number;
  /** A monotonic time in milliseconds. */
  readonly now?: () => number;
}

/** Logs each request, or only failed and slow ones and a share of the others. Observes all. */
export function logRequests({
  config: { logRequests: wanted },
  log,
  metrics,
  chance = Math.random,
  now = () => performance.now(),
}: RequestLogParts): RequestHandler {
  return (request, response, next) => {
    const started = now();
    const { method } = request;
    response.once("close", () => {
      const durationMs = now() - started;
      const { actor } = response.locals as RequestFacts;
      const route = routeOf(request, response);
      // 499: the client disconnected before the response was complete.
      const status = response.writableFinished ? response.statusCode : 499;
      const labels = { method, route, status: String(status) };
      metrics.observe("http_request_duration_seconds", labels, durationMs / 1_000);
      const level = isProbe(response) ? "debug" : "info";
      if (!log.isLevelEnabled(level)) return;
      const chosen = wanted === "all" || status >= 400 || durationMs >= SLOW_MS;
      if (!chosen && (wanted === "errors" || chance() >= SAMPLE_RATE)) return;
      log[level](
        {
          requestId: requestIdOf(response),
          method,
          route,
          status,
          durationMs: Math.round(durationMs * 10) / 10,
          ...(actor === undefined ? {} : { actor }),
          ...(chosen ? {} : { sampleRate: SAMPLE_RATE }),
        },
        "request",
      );
    });
    next();
  };
}
