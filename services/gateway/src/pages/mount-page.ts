import { TooManyRequests } from "@polls/domain/refusals";
import type { Express, Request, Response } from "express";
import type { Deps } from "../deps";
import { rateLimitForAddress, rateLimitHeaders } from "../http/limits/rate-limit";
import { replyToError } from "../http/replies/error-handler";
import { send } from "../http/replies/send";
import { clientAddressOf } from "../http/request/client-address";
import { addressOf } from "../http/request/request-facts";
import { requestIdOf } from "../http/request/request-id";
import { noteRequest } from "../http/server/request-log";
import { errorPage } from "./error-page";
import { type Language, preferredLanguage } from "./languages/language";
import { type Page, pageHeaders, renderPage } from "./page-shell";

/** What a page is made from. */
export interface PageInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly language: Language;
  readonly now: Date;
  readonly requestId: string;
}

/** A page at an address: GET and HEAD look and change nothing; only its button acts, which posts. */
export interface PageRoute {
  readonly path: string;
  readonly show: (input: PageInput, deps: Deps) => Promise<Page>;
  readonly submit?: (input: PageInput, deps: Deps) => Promise<Page>;
}

/** Puts pages on the application: counted against the client's address, in the visitor's language. */
export function mountPages(app: Express, routes: readonly PageRoute[], deps: Deps): void {
  for (const { path, show, submit } of routes) {
    app.get(path, (request, response) => answer(request, response, path, show, deps));
    const allowed = submit === undefined ? "GET, HEAD, OPTIONS" : "GET, HEAD, OPTIONS, POST";
    app.options(path, (_request, response) => {
      response.status(204).set("Allow", allowed).end();
    });
    if (submit === undefined) continue;
    app.post(path, (request, response) => answer(request, response, path, submit, deps));
  }
}

async function answer(
  request: Request,
  response: Response,
  path: string,
  make: PageRoute["show"],
  deps: Deps,
): Promise<void> {
  const requestId = requestIdOf(request, response);
  noteRequest(response, { route: path });
  const limit = rateLimitForAddress(clientAddressOf(request, deps.config.trustedProxies), deps);
  response.set(rateLimitHeaders(limit));
  const language = preferredLanguage(request.headers["accept-language"]);
  const pageOrProblem = async (): Promise<Page> => {
    try {
      if (!limit.allowed) throw new TooManyRequests(limit.resetSeconds);
      return await make(
        {
          params: request.params as Record<string, string>,
          query: addressOf(request, deps.config.baseUrl).searchParams,
          language,
          now: deps.clock(),
          requestId,
        },
        deps,
      );
    } catch (error) {
      const { reply, defect } = replyToError(error, requestId);
      if (defect) deps.log.error({ err: error, requestId, route: path }, "page failed");
      response.set(reply.headers ?? {});
      return errorPage(reply.status, language, requestId);
    }
  };
  const page = await pageOrProblem();
  await send(request, response, {
    status: page.status,
    headers: pageHeaders(page),
    body: (to: Response) => to.end(renderPage(page)),
  });
}
