import type { OwnPath, PathBelow } from "@polls/config";
import { type Language, supportedLanguage } from "@polls/markup";
import type { Span } from "@polls/telemetry";
import type { Express, Request, RequestHandler, Response } from "express";
import type { Deps } from "../deps";
import { limitByAddress } from "../http/limits/rate-limit";
import type { Reply } from "../http/replies/reply";
import { send } from "../http/replies/send";
import { clientAddressOf } from "../http/request/client-address";
import { readBytes } from "../http/request/json-body";
import { requireOwnPage } from "../http/request/own-page";
import { queryOf } from "../http/request/request-facts";
import { requestIdOf } from "../http/request/request-id";
import { servePath } from "../http/routing/allowed-methods";
import { forPage, forShardOfPage } from "../http/routing/for-shard";
import { requireNoMaintenance } from "../http/routing/maintenance";
import { tellTakenDown } from "../http/routing/taken-down";
import { spanOf } from "../http/server/trace-requests";
import { type AppPage, appReply } from "./app-shell";
import { languagesWished } from "./chosen-language";
import { errorsAsPages } from "./error-page";
import { type HtmlPage, pageReply, type Redirect, redirectReply } from "./page-shell";

export interface PageInput {
  /** Of the path. A token is without the mark of its shard. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The path of a page or file of the service, as links and forms name it. */
  readonly at: (path: PathBelow) => OwnPath;
  readonly language: Language;
  /** The languages that the visitor wishes, the best first. Services that show previews of links name none. */
  readonly languages: readonly string[];
  readonly now: Date;
  readonly requestId: string;
  /** The span of the request. Undefined while traces are off. */
  readonly span: Span | undefined;
  /** The header `Cookie`. Only pages read it. */
  readonly cookie: string | undefined;
  /** The header `Authorization`. It has the session of a frame in which cookies are blocked. */
  readonly authorization: string | undefined;
  readonly userAgent: string | undefined;
  /** The fields of the form, for a page with `takesFields`. */
  readonly fields: URLSearchParams;
  readonly clientAddress: string;
}

type Page = HtmlPage | AppPage | Redirect;

/** A page at a path. GET and HEAD change no data. Forms of the page send POST. */
export interface PageRoute {
  readonly path: string;
  readonly show: (input: PageInput, deps: Deps) => Promise<Page>;
  readonly submit?: (input: PageInput, deps: Deps) => Promise<Page>;
  /** The form has fields. Other forms have only buttons, and their bodies are not read. */
  readonly takesFields?: true;
  /** The form works during maintenance: operators end it there. */
  readonly worksInMaintenance?: true;
  /** No other site may send the form: it signs in, returns a token or acts for the account (docs/reference/pages.md#cross-site-requests). */
  readonly ownPageOnly?: true;
}

/** Requests are counted for the client address. Pages have the language of the visitor. */
export function addPageRoutes(app: Express, pages: readonly PageRoute[], deps: Deps): void {
  const steps = (make: PageRoute["show"], takesFields = false): RequestHandler[] => [
    errorsAsPages(deps),
    limitByAddress(deps),
    async (request, response) => {
      const params = request.params as Record<string, string>;
      const shelved = await forShardOfPage(forPage(request, deps), params);
      const fields = takesFields ? await readFields(request, deps) : new URLSearchParams();
      const input = { ...inputOf(request, response, deps), params: shelved.params, fields };
      const { hash } = shelved.params;
      const page = await tellTakenDown(shelved.deps.db, hash, () => make(input, shelved.deps));
      await send(request, response, await replyOf(page, deps));
    },
  ];
  const ownPage: RequestHandler = (request, _response, next) => {
    requireOwnPage(request, deps);
    next();
  };
  const changing: RequestHandler = (_request, _response, next) => {
    requireNoMaintenance(deps);
    next();
  };
  for (const { path, show, submit, ownPageOnly, worksInMaintenance, takesFields } of pages) {
    const [asPages, ...rest] = submit === undefined ? [] : steps(submit, takesFields);
    const guards = [...(worksInMaintenance ? [] : [changing]), ...(ownPageOnly ? [ownPage] : [])];
    const post = asPages === undefined ? {} : { post: [asPages, ...guards, ...rest] };
    servePath(app, path, { get: steps(show), ...post }, deps);
  }
}

async function replyOf(
  page: Page,
  deps: Pick<Deps, "brand" | "storage" | "webAssets">,
): Promise<Reply> {
  if (!("kind" in page)) return pageReply(page, deps.brand);
  return page.kind === "app" ? appReply(page, deps) : redirectReply(page);
}

const FIELDS_MAX_BYTES = 16_384;

async function readFields(request: Request, { config }: Pick<Deps, "config">) {
  const bytes = await readBytes(request, FIELDS_MAX_BYTES, config.bodies);
  return new URLSearchParams(bytes.toString("utf8"));
}

const inputOf = (
  request: Request,
  response: Response,
  deps: Pick<Deps, "clock" | "config">,
): Omit<PageInput, "params" | "fields"> => {
  const query = queryOf(request);
  const languages = languagesWished(query, request.headers);
  return {
    query,
    at: (path) => deps.config.baseUrl.path(path),
    language: supportedLanguage(languages),
    languages,
    now: deps.clock(),
    requestId: requestIdOf(response),
    span: spanOf(response),
    cookie: request.headers.cookie,
    authorization: request.headers.authorization,
    userAgent: request.headers["user-agent"],
    clientAddress: clientAddressOf(request, deps.config.trustedProxies),
  };
};
