import type { Actor } from "@polls/domain/access";
import type { Metrics } from "@polls/telemetry";
import type { RequestHandler, Response } from "express";
import type { Deps } from "../../deps";
import { requestIdOf } from "../request/request-id";

/** What becomes known of a request on its way and belongs into its one log line. */
interface RequestFacts {
  route?: string;
  actor?: Actor["kind"];
  /** Asked for every few seconds by machines; logged only when somebody looks closely. */
  probe?: boolean;
}

const factsOf = new WeakMap<Response, RequestFacts>();

/** Notes the route's pattern, or the kind of the actor; never who it is. */
export function noteRequest(response: Response, facts: RequestFacts): void {
  Object.assign(factsOf.get(response) ?? {}, facts);
}

/** The label of requests that no route took: paths of strangers must not become labels. */
const NO_ROUTE = "none";

/** One wide event a request, and its duration by route and status. */
export function logRequests({
  log,
  metrics,
}: Pick<Deps, "log"> & { readonly metrics: Metrics }): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const facts: RequestFacts = {};
    factsOf.set(response, facts);
    const requestId = requestIdOf(request, response);
    const { method } = request;
    response.once("close", () => {
      const durationMs = performance.now() - started;
      const { route = NO_ROUTE, actor, probe = false } = facts;
      // 499: the client left before it had its answer.
      const status = response.writableFinished ? response.statusCode : 499;
      metrics.observeHttpRequest({ method, route, status, durationSeconds: durationMs / 1_000 });
      const level = probe ? "debug" : "info";
      if (!log.isLevelEnabled(level)) return;
      log[level](
        {
          requestId,
          method,
          route,
          url: request.originalUrl,
          status,
          durationMs: Math.round(durationMs * 10) / 10,
          ...(actor === undefined ? {} : { actor }),
        },
        "request",
      );
    });
    next();
  };
}
