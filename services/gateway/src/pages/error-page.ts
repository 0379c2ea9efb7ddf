import type { Request } from "express";
import type { Reply } from "../http/replies/reply";
import { html } from "./html";
import { wordsIn } from "./languages";
import { type Language, preferredLanguage } from "./languages/language";
import { type HtmlPage, pageReply } from "./page-shell";

/** An error as a page in the visitor's language. */
export function errorPageReply({ status, headers }: Reply, request: Request, requestId: string) {
  const language = preferredLanguage(request.headers["accept-language"]);
  const page = pageReply(errorPage(status, language, requestId));
  return { ...page, headers: { ...headers, ...page.headers } };
}

/** The page that a person sees in place of a page that failed. */
export function errorPage(status: number, language: Language, requestId: string): HtmlPage {
  const words = wordsIn(language).errors;
  const { title, text } =
    status === 429
      ? words.tooMany
      : status === 503
        ? words.unavailable
        : status >= 500
          ? words.defect
          : words.notFound;
  return {
    status,
    language,
    title,
    icon: "warn",
    content: [
      html`<p>${text}</p>`,
      ...(status === 500 ? [html`<p class="fine">${words.reference(requestId)}</p>`] : []),
    ],
  };
}
