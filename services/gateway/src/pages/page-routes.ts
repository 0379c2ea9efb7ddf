import { type Language, preferredLanguage } from "@polls/markup";
import type { Span } from "@polls/telemetry";
import type { Express, Request, RequestHandler, Response } from "express";
import type { Deps } from "../deps";
import { limitByAddress } from "../http/limits/rate-limit";
import type { Reply } from "../http/replies/reply";
import { send } from "../http/replies/send";
import { clientAddressOf } from "../http/request/client-address";
import { requireOwnPage } from "../http/request/own-page";
import { addressOf } from "../http/request/request-facts";
import { requestIdOf } from "../http/request/request-id";
import { servePath } from "../http/routing/allowed-methods";
import { forPage, forShelfOfPage } from "../http/routing/for-shelf";
import { spanOf } from "../http/server/trace-requests";
import { type AppPage, appReply } from "./app-shell";
import { errorsAsPages } from "./error-page";
import { type HtmlPage, pageReply, type Redirect, redirectReply } from "./page-shell";

/** The request for a page. */
export interface PageInput {
  /** Of the path. A token is without the mark of its shelf. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly language: Language;
  readonly now: Date;
  readonly requestId: string;
  /** The span of the request. Undefined while traces are off. */
  readonly span: Span | undefined;
  /** The header `Cookie`. Only pages read it. */
  readonly cookie: string | undefined;
  /** The header `Authorization`. It has the session of a frame in which cookies are blocked. */
  readonly authorization: string | undefined;
  readonly clientAddress: string;
}

type Page = HtmlPage | AppPage | Redirect;

/** A page at a path. GET and HEAD change no data. Forms of the page send POST. */
export interface PageRoute {
  readonly path: string;
  readonly show: (input: PageInput, deps: Deps) => Promise<Page>;
  readonly submit?: (input: PageInput, deps: Deps) => Promise<HtmlPage | Redirect>;
  /**
   * The form signs in or returns a token, so only a page of this service may send it
   * (docs/reference/pages.md#cross-site-requests).
   */
  readonly signsIn?: true;
}

/**
 * Adds the routes of pages. Requests are counted for the client address, and pages have the
 * language of the visitor.
 */
export function addPageRoutes(app: Express, pages: readonly PageRoute[], deps: Deps): void {
  const steps = (make: PageRoute["show"]): RequestHandler[] => [
    errorsAsPages(deps),
    limitByAddress(deps),
    async (request, response) => {
      const params = request.params as Record<string, string>;
      const shelved = await forShelfOfPage(forPage(request, deps), params);
      const input = { ...inputOf(request, response, deps), params: shelved.params };
      const page = await make(input, shelved.deps);
      await send(request, response, await replyOf(page, deps));
    },
  ];
  const ownPage: RequestHandler = (request, _response, next) => {
    requireOwnPage(request, deps);
    next();
  };
  for (const { path, show, submit, signsIn } of pages) {
    const [asPages, ...rest] = submit === undefined ? [] : steps(submit);
    const guards = signsIn ? [ownPage] : [];
    const post = asPages === undefined ? {} : { post: [asPages, ...guards, ...rest] };
    servePath(app, path, { get: steps(show), ...post }, deps);
  }
}

async function replyOf(page: Page, deps: Deps): Promise<Reply> {
  if (!("kind" in page)) return pageReply(page, deps.brand);
  return page.kind === "app" ? appReply(page, deps) : redirectReply(page);
}

const inputOf = (request: Request, response: Response, deps: Deps): Omit<PageInput, "params"> => ({
  query: addressOf(request, deps.config.baseUrl).searchParams,
  language: preferredLanguage(request.headers["accept-language"]),
  now: deps.clock(),
  requestId: requestIdOf(response),
  span: spanOf(response),
  cookie: request.headers.cookie,
  authorization: request.headers.authorization,
  clientAddress: clientAddressOf(request, deps.config.trustedProxies),
});
