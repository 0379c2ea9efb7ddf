import type { Express, Request, RequestHandler, Response } from "express";
import type { Deps } from "../deps";
import { limitByAddress } from "../http/limits/rate-limit";
import { answerErrorsAs } from "../http/replies/error-handler";
import { send } from "../http/replies/send";
import { clientAddressOf } from "../http/request/client-address";
import { addressOf } from "../http/request/request-facts";
import { requestIdOf } from "../http/request/request-id";
import { servePath } from "../http/routing/allowed-methods";
import { type AppPage, appReply } from "./app-shell";
import { errorPageReply } from "./error-page";
import { type Language, preferredLanguage } from "./languages/language";
import { type HtmlPage, pageReply } from "./page-shell";

/** The request for a page. */
export interface PageInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly language: Language;
  readonly now: Date;
  readonly requestId: string;
  /** The header `Cookie`, which pages alone read. */
  readonly cookie: string | undefined;
  readonly clientAddress: string;
}

/** A page at a path. GET and HEAD change nothing; the page's button posts. */
export interface PageRoute {
  readonly path: string;
  readonly show: (input: PageInput, deps: Deps) => Promise<HtmlPage | AppPage>;
  readonly submit?: (input: PageInput, deps: Deps) => Promise<HtmlPage>;
}

/** Routes of pages: counted against the client's address, in the visitor's language. */
export function addPageRoutes(app: Express, pages: readonly PageRoute[], deps: Deps): void {
  const steps = (make: PageRoute["show"]): RequestHandler[] => [
    errorsAsPages,
    limitByAddress(deps),
    async (request, response) => {
      const page = await make(inputOf(request, response, deps), deps);
      await send(request, response, "kind" in page ? await appReply(page, deps) : pageReply(page));
    },
  ];
  for (const { path, show, submit } of pages) {
    const post = submit === undefined ? {} : { post: steps(submit) };
    servePath(app, path, { get: steps(show), ...post }, deps);
  }
}

const errorsAsPages: RequestHandler = (_request, response, next) => {
  answerErrorsAs(response, errorPageReply);
  next();
};

const inputOf = (request: Request, response: Response, deps: Deps): PageInput => ({
  params: request.params as Record<string, string>,
  query: addressOf(request, deps.config.baseUrl).searchParams,
  language: preferredLanguage(request.headers["accept-language"]),
  now: deps.clock(),
  requestId: requestIdOf(response),
  cookie: request.headers.cookie,
  clientAddress: clientAddressOf(request, deps.config.trustedProxies),
});
