import { accountOfPoll } from "@polls/domain/polls";
import { Forbidden } from "@polls/domain/refusals";
import type { Express, Request, RequestHandler } from "express";
import type { Deps } from "../../deps";
import { limitByAddress } from "../../http/limits/rate-limit";
import { send } from "../../http/replies/send";
import { clientAddressOf } from "../../http/request/client-address";
import { addressOf, headerOf } from "../../http/request/request-facts";
import { servePath } from "../../http/routing/allowed-methods";
import { admitVisit } from "./admit-visit";
import { newPageToken, PAGE_TOKEN_SECONDS } from "./page-token";
import { newVisitor, visitorCookie, visitorOf } from "./visitor-cookie";

/** `POST /session/token?poll=…`: exchanges the cookie of a visitor for a token (docs/reference/pages.md#page-tokens). */
export function addPageSessionRoutes(app: Express, deps: Deps): void {
  const exchange: RequestHandler = async (request, response) => {
    response.removeHeader("Access-Control-Allow-Origin");
    demandOwnPage(request, deps);
    const pollHash = addressOf(request, deps.config.baseUrl).searchParams.get("poll") ?? "";
    const visitor = visitorOf(request.headers.cookie, deps.config) ?? newVisitor();
    const clientAddress = clientAddressOf(request, deps.config.trustedProxies);
    const { poll } = await admitVisit(deps.db, { pollHash, visitor, clientAddress }, deps);
    const visit = { accountId: accountOfPoll(poll), pollId: poll.id, identifier: visitor };
    await send(request, response, {
      status: 200,
      body: {
        token: newPageToken(deps.config.keys, visit, deps.clock()),
        expires_in: PAGE_TOKEN_SECONDS,
      },
      headers: { "Set-Cookie": visitorCookie(visitor, deps.config) },
    });
  };
  servePath(app, "/session/token", { post: [limitByAddress(deps), exchange] }, deps);
}

/**
 * Refuses requests that no page of ours sends, since the browser adds the cookie to them too. `Sec-Fetch-Site` is
 * missing without encryption, and `Origin` never is.
 */
function demandOwnPage(request: Request, { config }: Pick<Deps, "config">): void {
  const site = headerOf(request, "Sec-Fetch-Site");
  if (headerOf(request, "Origin") !== config.baseUrl.origin) throw new Forbidden();
  if (site !== undefined && site !== "same-origin") throw new Forbidden();
}
