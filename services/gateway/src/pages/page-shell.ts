import type { OwnPath } from "@polls/config";
import { breakCharacters } from "@polls/domain/naming";
import { type Html, html, type Language } from "@polls/markup";
import type { Response } from "express";
import type { Reply } from "../http/replies/reply";
import { type Brand, noBrand, whiteLabelOf } from "./brand";
import { localTimesPath, watchPath } from "./browser-script";
import { documentHeaders, type Referrer, renderDocument } from "./document";
import { pageStyle, styleSource } from "./page-style";

/** A page in one language, with the status of its response. */
export interface HtmlPage {
  readonly status: number;
  readonly language: Language;
  readonly title: string;
  /** Shown above the heading, such as the title of a poll. */
  readonly context?: string | undefined;
  readonly icon?: "good" | "warn";
  readonly content: readonly Html[];
  /** Set for pages of polls with `white_label`. */
  readonly whiteLabel?: boolean;
  /** Contact details in the footer, such as those of a poll's publisher. */
  readonly imprint?: readonly (string | undefined)[];
  /** A script replaces the content when it changes. Without scripts the page reloads. */
  readonly autoRefresh?: true;
  /** A script shows `<time>` in the time zone of the visitor. */
  readonly localTimes?: true;
  /** The forms of the page sign in. They must send `Origin`, which `no-referrer` would hide. */
  readonly tellsOrigin?: true;
  /** The value of `Set-Cookie`. */
  readonly cookie?: string;
}

type HeaderFacts = Pick<
  HtmlPage,
  "language" | "autoRefresh" | "localTimes" | "tellsOrigin" | "cookie" | "whiteLabel"
>;

/** A redirect to another page of this service, or of a provider by which persons sign in. */
export interface Redirect {
  readonly kind: "redirect";
  readonly path: OwnPath | URL;
  /** Whether the address is no longer used. A response is not stored, because the change may be undone. */
  readonly isMoved?: true;
  /** The value of `Set-Cookie`. */
  readonly cookie?: string;
}

export const redirectReply = ({ path, isMoved, cookie }: Redirect): Reply => ({
  status: isMoved ? 301 : 303,
  headers: {
    Location: String(path),
    "Cache-Control": "private, no-store",
    ...(cookie !== undefined && { "Set-Cookie": cookie }),
  },
  body: undefined,
});

const brandOf = ({ whiteLabel }: HeaderFacts, brand: Brand): Brand =>
  whiteLabel ? whiteLabelOf(brand) : brand;

const stylesOf = (page: HeaderFacts, brand: Brand): string =>
  pageStyle + brandOf(page, brand).style;

/** Renders the page as an HTML document. Values are escaped where they are inserted. */
export const renderPage = (page: HtmlPage, brand: Brand = noBrand): string =>
  renderDocument({
    language: page.language,
    referrer: referrerOf(page),
    head: html`<title>${[page.title, page.context].filter((part) => part !== undefined).join(" – ")}</title>
<style>${{ markup: stylesOf(page, brand) }}</style>
${page.autoRefresh && refreshing(brand)}${page.localTimes && html`<script src="${brand.baseUrl.path(localTimesPath)}" defer></script>\n`}`,
    body: html`${brand.announcement()}${brandOf(page, brand).header}<main${page.autoRefresh && html` aria-live="polite"`}>
${page.icon === undefined ? undefined : icons[page.icon]}${page.context === undefined ? undefined : html`<p class="of">${breakCharacters(page.context)}</p>\n`}<h1>${page.title}</h1>
${page.content}
</main>
${imprint(page.imprint)}${brand.links(page.language)}`,
  });

const referrerOf = ({ tellsOrigin }: HeaderFacts): Referrer =>
  tellsOrigin ? "same-origin" : "no-referrer";

const refreshing = ({
  baseUrl,
}: Brand): Html => html`<noscript><meta http-equiv="refresh" content="2"></noscript>
<script src="${baseUrl.path(watchPath)}" defer></script>
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

/** Pages cannot be framed, and load only the operator's logo and the scripts that refresh them or show local times. */
export const htmlPageHeaders = (
  page: HeaderFacts,
  brand: Brand = noBrand,
): Readonly<Record<string, string>> => ({
  ...documentHeaders({
    language: page.language,
    referrer: referrerOf(page),
    policy: `default-src 'none'; style-src ${styleSource(stylesOf(page, brand))}; ${brand.files.size === 0 ? "" : "img-src 'self'; "}${page.autoRefresh || page.localTimes ? "script-src 'self'; " : ""}${page.autoRefresh ? "connect-src 'self'; " : ""}form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    vary: "Accept-Language, Cookie",
  }),
  "X-Frame-Options": "DENY",
  ...(page.cookie !== undefined && { "Set-Cookie": page.cookie }),
});

export const pageReply = (page: HtmlPage, brand: Brand): Reply => ({
  status: page.status,
  headers: htmlPageHeaders(page, brand),
  body: (response: Response) => response.end(renderPage(page, brand)),
});
