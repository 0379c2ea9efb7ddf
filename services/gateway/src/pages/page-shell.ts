import type { Response } from "express";
import type { Reply } from "../http/replies/reply";
import { type Html, html } from "./html";
import type { Language } from "./languages/language";
import { pageStyle, styleSource } from "./page-style";
import { watchPath } from "./watch-script";

/** A page in one language, and the status that it is answered with. */
export interface HtmlPage {
  readonly status: number;
  readonly language: Language;
  readonly title: string;
  /** Shown above the heading, such as the title of a poll. */
  readonly context?: string | undefined;
  /** Shown before the heading. */
  readonly icon?: "good" | "warn";
  readonly content: readonly Html[];
  /** Contact details in the footer, such as those of a poll's publisher. */
  readonly imprint?: readonly (string | undefined)[];
  /** The script replaces the content when it changes; without scripts the page reloads. */
  readonly autoRefresh?: true;
  /** Its forms sign in: they must tell their origin, which `no-referrer` would hide. */
  readonly tellsOrigin?: true;
  /** The value of `Set-Cookie`. */
  readonly cookie?: string;
}

/** An answer that leads to another page of ours. */
export interface Redirect {
  readonly kind: "redirect";
  readonly path: string;
  /** The value of `Set-Cookie`. */
  readonly cookie?: string;
}

export const redirectReply = ({ path, cookie }: Redirect): Reply => ({
  status: 303,
  headers: {
    Location: path,
    "Cache-Control": "private, no-store",
    ...(cookie !== undefined && { "Set-Cookie": cookie }),
  },
  body: undefined,
});

/** The page as an HTML document. The content is escaped where it is written. */
export const renderPage = (page: HtmlPage): string =>
  `<!doctype html>\n${
    html`<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="${referrerOf(page)}">
<title>${[page.title, page.context].filter((part) => part !== undefined).join(" – ")}</title>
<style>${{ markup: pageStyle }}</style>
${page.autoRefresh && refreshing}</head>
<body>
<main${page.autoRefresh && html` aria-live="polite"`}>
${page.icon === undefined ? undefined : icons[page.icon]}${page.context === undefined ? undefined : html`<p class="of">${page.context}</p>\n`}<h1>${page.title}</h1>
${page.content}
</main>
${imprint(page.imprint)}</body>
</html>
`.markup
  }`;

const referrerOf = ({ tellsOrigin }: Pick<HtmlPage, "tellsOrigin">): string =>
  tellsOrigin ? "same-origin" : "no-referrer";

const refreshing = html`<noscript><meta http-equiv="refresh" content="2"></noscript>
<script src="${watchPath}" defer></script>
`;

const icons: Readonly<Record<NonNullable<HtmlPage["icon"]>, Html>> = {
  good: html`<svg class="mark good" viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3" aria-hidden="true" focusable="false"><circle cx="24" cy="24" r="21"/><path d="M14 25l7 7 13-15" stroke-linecap="round" stroke-linejoin="round"/></svg>
`,
  warn: html`<svg class="mark warn" viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3" aria-hidden="true" focusable="false"><circle cx="24" cy="24" r="21"/><path d="M24 13v14M24 33.5v.5" stroke-linecap="round" stroke-width="4"/></svg>
`,
};

function imprint(parts: HtmlPage["imprint"]): Html | undefined {
  const lines = (parts ?? []).filter((part) => part !== undefined);
  return lines.length === 0
    ? undefined
    : html`<footer>${lines.map((line) => html`<p>${line}</p>`)}</footer>\n`;
}

/** Pages are not framed, cached or sent as a referrer. They load nothing but the script that refreshes them. */
export const htmlPageHeaders = ({
  language,
  autoRefresh,
  tellsOrigin,
  cookie,
}: Pick<HtmlPage, "language" | "autoRefresh" | "tellsOrigin" | "cookie">): Readonly<
  Record<string, string>
> => ({
  "Content-Type": "text/html; charset=utf-8",
  "Content-Language": language,
  "Content-Security-Policy": `default-src 'none'; style-src ${styleSource}; ${autoRefresh ? "script-src 'self'; connect-src 'self'; " : ""}form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": referrerOf({ ...(tellsOrigin && { tellsOrigin }) }),
  "X-Frame-Options": "DENY",
  "X-Robots-Tag": "noindex, nofollow",
  "Cache-Control": "private, no-store",
  Vary: "Accept-Language",
  ...(cookie !== undefined && { "Set-Cookie": cookie }),
});

export const pageReply = (page: HtmlPage): Reply => ({
  status: page.status,
  headers: htmlPageHeaders(page),
  body: (response: Response) => response.end(renderPage(page)),
});
