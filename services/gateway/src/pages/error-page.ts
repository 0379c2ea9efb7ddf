import type { IncomingHttpHeaders } from "node:http";
import type { ErrorCode } from "@polls/domain/refusals";
import {
  html,
  type Language,
  languages,
  preferredLanguage,
  supportedLanguage,
} from "@polls/markup";
import type { RequestHandler } from "express";
import type { Config } from "../config";
import { type BusyPage, writtenReply } from "../http/limits/refusal";
import type { Reply } from "../http/replies/reply";
import { usualSentence } from "../http/routing/maintenance";
import { answerErrorsAs } from "../http/server/error-handler";
import type { Brand } from "./brand";
import { languagesWished } from "./chosen-language";
import { wordsIn } from "./languages";
import type { Words } from "./languages/en";
import { type HtmlPage, htmlPageHeaders, pageReply, renderPage } from "./page-shell";

/** Browsers ask for it when a person opens a URL. Scripts of pages accept any type. */
const PAGE = "text/html";
const JSON_BODY = "application/json";

const names = ({ accept = "" }: IncomingHttpHeaders, type: string): boolean =>
  accept.includes(type);

/** A person opens this URL, and gets errors as pages (docs/reference/pages.md#errors-on-pages). */
const opensPage = (headers: IncomingHttpHeaders, path: string): boolean =>
  names(headers, PAGE) && !path.startsWith("/api/");

/** Outside of the API: responds with errors as HTML to browsers, and as JSON to other clients. */
export function errorsForBrowsers(branded: Branded): RequestHandler {
  const format = errorPageReply(branded);
  return (request, response, next) => {
    if (opensPage(request.headers, request.path)) answerErrorsAs(response, format);
    next();
  };
}

/** On pages: responds with errors as HTML, except to clients that ask for JSON. */
export function errorsAsPages(branded: Branded): RequestHandler {
  const format = errorPageReply(branded);
  return ({ headers }, response, next) => {
    if (names(headers, PAGE) || !names(headers, JSON_BODY)) answerErrorsAs(response, format);
    next();
  };
}

interface Branded {
  readonly brand: Brand;
}

const errorPageReply =
  ({ brand }: Branded) =>
  (
    { status, headers = {}, body }: Reply,
    request: { readonly headers: IncomingHttpHeaders },
    requestId: string,
  ): Reply => {
    const language = supportedLanguage(languagesWished(new URLSearchParams(), request.headers));
    const retryAfter = headers["Retry-After"];
    const facts = { language, requestId, retryAfter, refusal: refusalIn(body), brand };
    const page = pageReply(errorPage(status, facts), brand);
    const vary = `Accept, ${page.headers?.Vary}`;
    return { ...page, headers: { ...headers, ...page.headers, Vary: vary } };
  };

interface ShownRefusal {
  readonly code?: unknown;
  /** The sentence of an operator. */
  readonly error?: unknown;
  readonly reason?: unknown;
}

const refusalIn = (body: unknown): ShownRefusal =>
  typeof body === "object" && body !== null ? body : {};

/** The page of a refusal under load, written in each language before the first request. */
export function createBusyPage(
  parts: Branded & { readonly config: Pick<Config, "production" | "baseUrl"> },
): BusyPage {
  const { brand } = parts;
  const pages = new Map(
    languages.map((language) => {
      const page = errorPage(503, { language, requestId: "", brand });
      const headers = htmlPageHeaders(page, brand);
      return [language, writtenReply(renderPage(page, brand), headers, parts)] as const;
    }),
  );
  return ({ headers, url = "/" }) =>
    opensPage(headers, url) ? pages.get(preferredLanguage(headers["accept-language"])) : undefined;
}

interface ErrorFacts extends Branded {
  readonly language: Language;
  readonly requestId: string;
  /** The number of seconds. */
  readonly retryAfter?: string | undefined;
  readonly refusal?: ShownRefusal;
}

export function errorPage(
  status: number,
  { language, requestId, retryAfter, refusal = {}, brand }: ErrorFacts,
): HtmlPage {
  const { errors } = wordsIn(language);
  const { title, text } = wordsOf(status, refusal, errors);
  const mayRetry = status === 429 || status >= 500;
  return {
    status,
    language,
    title,
    icon: "warn",
    content: [
      html`<p>${typeof text === "string" ? text : text(Number(retryAfter))}</p>`,
      ...(typeof refusal.reason === "string" && refusal.reason !== ""
        ? [html`<p>${errors.reason(refusal.reason)}</p>`]
        : []),
      ...(status === 500 ? [html`<p class="fine">${errors.reference(requestId)}</p>`] : []),
      mayRetry
        ? html`<p><a class="button" href="">${errors.again}</a></p>`
        : html`<p><a class="button" href="${brand.baseUrl.path("/")}">${errors.start}</a></p>`,
    ],
  };
}

function wordsOf(status: number, { code, error }: ShownRefusal, errors: Words["errors"]) {
  if (code === ("poll_taken_down" satisfies ErrorCode)) return errors.takenDown;
  if (code === ("account_blocked" satisfies ErrorCode)) return errors.blocked;
  if (code === ("maintenance" satisfies ErrorCode)) {
    const { title, text } = errors.maintenance;
    return { title, text: error === usualSentence || typeof error !== "string" ? text : error };
  }
  if (status === 429) return errors.tooMany;
  if (status === 503) return errors.unavailable;
  if (status >= 500) return errors.defect;
  if (status === 404 || status === 405) return errors.notFound;
  if (status === 400) return errors.malformed;
  return status === 403 ? errors.notOurs : errors.refused;
}
