import type { Span } from "@polls/telemetry";
import type { RequestHandler, Response } from "express";
import type { ServerDeps } from "../../deps";
import { requestIdOf } from "../request/request-id";
import { isProbe, routeOf } from "./request-log";

/** The span of a request. Undefined while traces are off. */
export const spanOf = (response: Response): Span | undefined =>
  (response.locals as { readonly span?: Span }).span;

/**
 * Starts a span for each request, unless traces are off. Its attributes are those of the log line,
 * never the path. The trace of a client is linked and not continued, because the client would
 * otherwise decide which requests are traced (docs/operations.md#traces).
 */
export const traceRequests = ({
  tracing,
}: Pick<ServerDeps, "tracing">): readonly RequestHandler[] =>
  tracing === undefined
    ? []
    : [
        (request, response, next) => {
          const { method } = request;
          const parent = request.headers.traceparent;
          const span = tracing.start({
            name: method,
            kind: "server",
            link: typeof parent === "string" ? parent : undefined,
            facts: { "http.request.method": method, "polls.request_id": requestIdOf(response) },
          });
          response.locals.span = span;
          response.once("close", () => {
            if (isProbe(response)) return;
            const route = routeOf(request, response);
            const complete = response.writableFinished;
            span.rename(`${method} ${route}`);
            span.note({
              "http.route": route,
              "http.response.status_code": response.statusCode,
              ...(complete ? {} : { "polls.client_left": true }),
            });
            span.end(response.statusCode < 500 ? "ok" : "failed");
          });
          next();
        },
      ];
