import type { Span } from "@polls/telemetry";
import type { RequestHandler, Response } from "express";
import type { Deps } from "../../deps";
import { requestIdOf } from "../request/request-id";
import { isProbe, routeOf } from "./request-log";

/** The span of a request; undefined where traces are off. */
export const spanOf = (response: Response): Span | undefined =>
  (response.locals as { readonly span?: Span }).span;

/**
 * Begins a span with each request; nothing where traces are off. Facts are those of the log: never the path.
 * A client may not continue its own trace, because it would then decide what is traced: its trace is linked
 * (docs/operations.md#traces).
 */
export const traceRequests = ({ tracing }: Pick<Deps, "tracing">): readonly RequestHandler[] =>
  tracing === undefined
    ? []
    : [
        (request, response, next) => {
          const { method } = request;
          const given = request.headers.traceparent;
          const span = tracing.start({
            ...{ name: method, kind: "server" },
            link: typeof given === "string" ? given : undefined,
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
