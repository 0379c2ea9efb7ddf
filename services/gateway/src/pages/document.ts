import { type Html, html, type Language } from "@polls/markup";

export type Referrer = "no-referrer" | "same-origin";

/** How a page looks that has its own look: names of styles in services/web/src/styles. */
export interface Looks {
  readonly palette?: string | undefined;
  readonly titleFont?: string | undefined;
}

interface PageDocument {
  readonly language: Language;
  readonly referrer?: Referrer;
  readonly isIndexed?: boolean;
  readonly looks?: Looks | undefined;
  /** The path of `BASE_URL`, for scripts. */
  readonly base?: string;
  readonly head: Html;
  readonly body: Html;
}

export const renderDocument = ({
  language,
  referrer = "no-referrer",
  isIndexed = false,
  looks = {},
  base = "",
  head,
  body,
}: PageDocument): string =>
  `<!doctype html>\n${
    html`<html lang="${language}"${attribute("data-base", base || undefined)}${attribute("data-palette", looks.palette)}${attribute("data-titles", looks.titleFont)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="${robotsOf(isIndexed)}">
<meta name="referrer" content="${referrer}">
${head}</head>
<body>
${body}</body>
</html>
`.markup
  }`;

const attribute = (name: string, value: string | undefined): Html | undefined =>
  value === undefined ? undefined : html` ${name}="${value}"`;

/** What crawlers of search engines may do. They never follow links of users. */
const robotsOf = (isIndexed: boolean): string =>
  isIndexed ? "index, nofollow" : "noindex, nofollow";

interface PageHeaders {
  readonly language: Language;
  readonly referrer?: Referrer;
  readonly isIndexed?: boolean;
  /** The value of `Content-Security-Policy`. */
  readonly policy: string;
  /** The request headers that the response depends on. */
  readonly vary: string;
}

/** Pages are not cached, and do not send their URL to other sites. */
export const documentHeaders = ({
  language,
  referrer = "no-referrer",
  isIndexed = false,
  policy,
  vary,
}: PageHeaders): Readonly<Record<string, string>> => ({
  "Content-Type": "text/html; charset=utf-8",
  "Content-Language": language,
  "Content-Security-Policy": policy,
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": referrer,
  "X-Robots-Tag": robotsOf(isIndexed),
  "Cache-Control": "private, no-store",
  Vary: vary,
});
