import type { RequestListener } from "node:http";
import { NotFound } from "@polls/domain/refusals";
import express, { type Express, type NextFunction, type RequestHandler } from "express";
import type { Deps, ServerDeps } from "./deps";
import { endpoints } from "./endpoints";
import { addDevMailRoutes } from "./features/dev-mail/dev-mail-routes";
import { addDocsRoutes } from "./features/docs/docs-routes";
import { addFileRoutes } from "./features/files/file-routes";
import { homePages } from "./features/home-pages/home.pages";
import { optOutPages } from "./features/invitations/opt-out.pages";
import { operatorPages } from "./features/operator-pages/operator.pages";
import { optInPages } from "./features/opt-in-pages/opt-in.pages";
import { joinPages } from "./features/organizations/join.pages";
import { addressPages } from "./features/page-sessions/address.pages";
import { addPageSessionRoutes } from "./features/page-sessions/page-session-routes";
import { addPasskeyRoutes } from "./features/passkeys/passkey-routes";
import { connectPages } from "./features/payment-pages/connect.pages";
import { payPages } from "./features/payment-pages/pay.pages";
import { addProviderWebhookRoute } from "./features/payments/provider-webhook";
import { pollPages } from "./features/poll-pages/poll.pages";
import { creatorPages } from "./features/polls/creator.pages";
import { proofPages } from "./features/providers/proof.pages";
import { providerPages } from "./features/providers/provider.pages";
import { reportPages } from "./features/reports/report.pages";
import { signInPages } from "./features/sign-in/sign-in.pages";
import { signUpPages } from "./features/sign-in/sign-up.pages";
import { unsubscribePages } from "./features/unsubscribe/unsubscribe.pages";
import { countVoteError } from "./features/votes/vote-metrics";
import { limitByAddress } from "./http/limits/rate-limit";
import { shedLoad } from "./http/limits/shed-load";
import { requireSingleHeaders } from "./http/request/request-facts";
import { assignRequestId } from "./http/request/request-id";
import { serveBelow } from "./http/routing/below-base-url";
import type { Endpoint } from "./http/routing/endpoint";
import { addHealthRoutes } from "./http/routing/health-routes";
import { isHealthCheck, routeNames } from "./http/routing/route-names";
import { routeTable } from "./http/routing/route-table";
import { serveEndpoints } from "./http/routing/router";
import { allowAnyOrigin } from "./http/server/cors";
import { answerErrors } from "./http/server/error-handler";
import { type Listener, messageClassesOf } from "./http/server/listen";
import { endpointOf, logRequests } from "./http/server/request-log";
import { setSecurityHeaders, strictTransport } from "./http/server/security-headers";
import { traceRequests } from "./http/server/trace-requests";
import { addScriptRoutes } from "./pages/browser-script";
import { createBusyPage, errorsForBrowsers } from "./pages/error-page";
import { addPageRoutes } from "./pages/page-routes";
import { addAssetRoutes } from "./pages/web-assets";

const pages = [
  ...homePages,
  ...pollPages,
  ...proofPages,
  ...reportPages,
  ...operatorPages,
  ...optInPages,
  ...providerPages,
  ...signInPages,
  ...signUpPages,
  ...joinPages,
  ...unsubscribePages,
  ...optOutPages,
  ...creatorPages,
  ...payPages,
  ...connectPages,
  ...addressPages,
];

/** The HTTP application. It refuses requests above the load limits. `listen` serves it. */
export function createListener(
  deps: ServerDeps,
  served: readonly Endpoint[] = endpoints,
): Listener {
  const routesAt = routeTable(served);
  const app = createApp(deps, served, routesAt);
  const otherPaths = app.router.stack.flatMap(({ route }) => (route ? [String(route.path)] : []));
  const handler = shedLoad(knowingState(app, deps), routeNames(served, routesAt, otherPaths), {
    ...deps,
    busyPage: createBusyPage(deps),
  });
  const paths = [...served.map(({ path }) => path), ...otherPaths];
  return {
    handler: serveBelow(deps.config.baseUrl, paths, closeWhenEnding(handler, deps)),
    messageClasses: messageClassesOf(app),
  };
}

/** The HTTP application, without a port and an environment. Tests of the router serve endpoints of their own. */
export function createApp(
  deps: ServerDeps,
  served: readonly Endpoint[] = endpoints,
  routesAt = routeTable(served),
): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);

  app.use(
    inOneLayer([
      assignRequestId,
      ...traceRequests(deps),
      logRequests(deps),
      setSecurityHeaders,
      ...strictTransport(deps),
      allowAnyOrigin,
      requireSingleHeaders,
    ]),
  );

  app.use(serveEndpoints(routesAt, deps));
  app.use(errorsForBrowsers(deps));
  addHealthRoutes(app, deps);
  addFileRoutes(app, deps);
  addDocsRoutes(app, served, deps);
  addPageRoutes(app, pages, deps);
  addScriptRoutes(app, deps);
  addAssetRoutes(app, deps);
  addPageSessionRoutes(app, deps);
  addPasskeyRoutes(app, deps);
  addProviderWebhookRoute(app, deps);
  addDevMailRoutes(app, deps);

  app.use(limitByAddress(deps), notFound);
  app.use(
    answerErrors(deps, (response, code) =>
      countVoteError(deps.metrics, endpointOf(response), code),
    ),
  );
  return app;
}

/** Takes the steps of every request as one layer: the router of Express takes a microsecond for each. */
const inOneLayer =
  (steps: readonly RequestHandler[]): RequestHandler =>
  (request, response, next) => {
    let at = 0;
    const takeNext: NextFunction = (error?: unknown) => {
      const step = steps[at++];
      if (error !== undefined || step === undefined) return next(error);
      step(request, response, takeNext);
    };
    takeNext();
  };

/** Every request knows what operators have set. Health checks wait for nothing. */
const knowingState =
  (listener: RequestListener, { serviceState }: Pick<Deps, "serviceState">): RequestListener =>
  (request, response) => {
    const known = isHealthCheck(request) ? undefined : serviceState.follow();
    if (known === undefined) listener(request, response);
    else void known.then(() => listener(request, response));
  };

/** Makes clients move their connections to another process while this one ends (docs/operations.md#rolling-restarts). */
const closeWhenEnding =
  (listener: RequestListener, { ending }: Pick<ServerDeps, "ending">): RequestListener =>
  (request, response) => {
    if (ending.aborted) response.shouldKeepAlive = false;
    listener(request, response);
  };

const notFound: RequestHandler = () => {
  throw new NotFound("Page");
};
