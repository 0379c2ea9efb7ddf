import { NotFound, TooManyRequests } from "@polls/domain/refusals";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { Deps } from "./deps";
import { endpoints } from "./endpoints";
import { mountDevMail } from "./features/dev-mail/mount-dev-mail";
import { mountDocs } from "./features/docs/mount-docs";
import { mountFiles } from "./features/files/mount-files";
import { optInPages } from "./features/opt-ins/opt-in.pages";
import { mountWebhook } from "./features/payments/mount-webhook";
import { payPages } from "./features/payments/pay.pages";
import { signInPages } from "./features/sign-in/sign-in.pages";
import { signUpPages } from "./features/sign-in/sign-up.pages";
import { unsubscribePages } from "./features/unsubscribe/unsubscribe.pages";
import { rateLimitForAddress, rateLimitHeaders } from "./http/limits/rate-limit";
import { allowAnyOrigin } from "./http/replies/cors";
import { replyToError } from "./http/replies/error-handler";
import { badRequest } from "./http/replies/problem";
import { setSecurityHeaders } from "./http/replies/security-headers";
import { send } from "./http/replies/send";
import { clientAddressOf } from "./http/request/client-address";
import { requestIdOf } from "./http/request/request-id";
import type { Endpoint } from "./http/routing/endpoint";
import { answerEndpoints } from "./http/routing/router";
import { together } from "./http/routing/together";
import { mountHealth } from "./http/server/health-routes";
import { logRequests } from "./http/server/request-log";
import { mountPages } from "./pages/mount-page";
import { mountWatchScript } from "./pages/watch-script";

/** The whole HTTP application; knows no port and no environment. Tests of the router give endpoints of their own. */
export function createApp(deps: Deps, served: readonly Endpoint[] = endpoints): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  app.use(
    together(
      setSecurityHeaders,
      logRequests(deps),
      allowAnyOrigin,
      closeWhenEnding(deps),
      answerEndpoints(served, deps),
    ),
  );
  mountHealth(app, deps);
  mountFiles(app, deps);
  mountDocs(app, served, deps);
  mountPages(
    app,
    [...optInPages, ...signInPages, ...signUpPages, ...unsubscribePages, ...payPages],
    deps,
  );
  mountWatchScript(app);
  mountWebhook(app, deps);
  mountDevMail(app, deps);
  app.use(nothingHere(deps), answerError(deps));
  return app;
}

/** Lets a load balancer take its connections elsewhere while this process ends. */
const closeWhenEnding =
  ({ ending }: Deps): RequestHandler =>
  (_request, response, next) => {
    if (ending.aborted) response.set("Connection", "close");
    next();
  };

const nothingHere =
  (deps: Deps): RequestHandler =>
  (request, response) => {
    const limit = rateLimitForAddress(clientAddressOf(request, deps.config.trustedProxies), deps);
    response.set(rateLimitHeaders(limit));
    const error = limit.allowed ? new NotFound("Page") : new TooManyRequests(limit.resetSeconds);
    return send(request, response, replyToError(error, requestIdOf(request, response)).reply);
  };

/** What the router of Express itself refuses: a path that is no valid percent-encoding. */
const answerError =
  ({ log }: Deps): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    const requestId = requestIdOf(request, response);
    const problem =
      error instanceof URIError ? badRequest("The address is not encoded well") : error;
    const { reply, defect } = replyToError(problem, requestId);
    if (defect) log.error({ err: error, requestId }, "request failed");
    return send(request, response, reply);
  };
