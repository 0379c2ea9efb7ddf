import type { Response } from "express";
import type { Reply } from "../http/replies/reply";
import { type Html, html } from "./html";
import type { Language } from "./languages/language";
import { pageStyle, styleSource } from "./page-style";
import { watchPath } from "./watch-script";

/** A page for a person: what it says, in which language, and how it ends as an answer. */
export interface Page {
  readonly status: number;
  readonly language: Language;
  readonly title: string;
  /** What stands above the heading, such as the title of a poll. */
  readonly of?: string | undefined;
  /** Drawn before the heading: something was done, or is not right. */
  readonly mark?: "good" | "warn";
  readonly content: readonly Html[];
  /** Who answers for the page, such as the publisher of a poll. */
  readonly imprint?: readonly (string | undefined)[];
  /** It goes on by itself as soon as there is news: by our script in place, without script by loading anew. */
  readonly waits?: true;
}

/** The page as a whole document; everything of others is escaped on the way in. */
export const renderPage = (page: Page): string =>
  `<!doctype html>\n${
    html`<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${[page.title, page.of].filter((part) => part !== undefined).join(" – ")}</title>
<style>${{ markup: pageStyle }}</style>
${page.waits && waiting}</head>
<body>
<main${page.waits && html` aria-live="polite"`}>
${page.mark === undefined ? undefined : marks[page.mark]}${page.of === undefined ? undefined : html`<p class="of">${page.of}</p>\n`}<h1>${page.title}</h1>
${page.content}
</main>
${imprint(page.imprint)}</body>
</html>
`.markup
  }`;

const waiting = html`<noscript><meta http-equiv="refresh" content="2"></noscript>
<script src="${watchPath}" defer></script>
`;

const marks: Readonly<Record<NonNullable<Page["mark"]>, Html>> = {
  good: html`<svg class="mark good" viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3" aria-hidden="true" focusable="false"><circle cx="24" cy="24" r="21"/><path d="M14 25l7 7 13-15" stroke-linecap="round" stroke-linejoin="round"/></svg>
`,
  warn: html`<svg class="mark warn" viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3" aria-hidden="true" focusable="false"><circle cx="24" cy="24" r="21"/><path d="M24 13v14M24 33.5v.5" stroke-linecap="round" stroke-width="4"/></svg>
`,
};

function imprint(parts: Page["imprint"]): Html | undefined {
  const lines = (parts ?? []).filter((part) => part !== undefined);
  return lines.length === 0
    ? undefined
    : html`<footer>${lines.map((line) => html`<p>${line}</p>`)}</footer>\n`;
}

/**
 * What goes with a page: nothing is framed, kept or told to others, forms come back here; nothing is
 * loaded, but on a page that waits our script, which asks us alone.
 */
export const pageHeaders = ({
  language,
  waits,
}: Pick<Page, "language" | "waits">): Readonly<Record<string, string>> => ({
  "Content-Type": "text/html; charset=utf-8",
  "Content-Language": language,
  "Content-Security-Policy": `default-src 'none'; style-src ${styleSource}; ${waits ? "script-src 'self'; connect-src 'self'; " : ""}form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
  "X-Robots-Tag": "noindex, nofollow",
  "Cache-Control": "private, no-store",
  Vary: "Accept-Language",
});

export const pageReply = (page: Page): Reply => ({
  status: page.status,
  headers: pageHeaders(page),
  body: (response: Response) => response.end(renderPage(page)),
});
