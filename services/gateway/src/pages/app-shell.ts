import type { Response } from "express";
import type { Deps } from "../deps";
import type { Reply } from "../http/replies/reply";
import { type Brand, whiteLabelOf } from "./brand";
import { documentHeaders, renderDocument } from "./document";
import { type Html, html } from "./html";
import { wordsIn } from "./languages";
import type { Language } from "./languages/language";
import type { PageEntry } from "./web-assets";

/** A page whose content a script of `services/web` makes. */
export interface AppPage {
  readonly kind: "app";
  readonly entry: PageEntry;
  readonly language: Language;
  /** Of the window, and of links to the page. */
  readonly title: string;
  /** What is seen before the script runs. */
  readonly heading: string;
  readonly description: string | undefined;
  /** The address that links to the page have. */
  readonly url: string;
  /** A picture for links in social media. */
  readonly picture: string | undefined;
  /** What the script begins with: only what the visitor may know. */
  readonly data: object;
  /** The page is wider than a text: the width must be right before the script runs. */
  readonly isWide?: boolean;
  /** Of a poll with `white_label`. */
  readonly whiteLabel?: boolean;
  /** Hosts whose pages may frame this one; an empty list stands for all. */
  readonly frameHosts: readonly string[] | "none";
  /** Origins whose films the page may show in a frame, once its reader asks for it. */
  readonly filmOrigins?: readonly string[];
}

type Parts = Pick<Deps, "webAssets" | "brand">;

const DESCRIPTION_MAX = 300;

/** The page as an HTML document. */
function renderAppPage(page: AppPage, { webAssets, brand: own }: Parts): string {
  const brand = page.whiteLabel ? whiteLabelOf(own) : own;
  return renderDocument({
    language: page.language,
    head: html`<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${page.title}</title>
${metaOf(page, brand)}${assetsOf(page, webAssets, brand)}`,
    body: html`${brand.header}<div id="app" class="${page.isWide ? "wide" : ""}"><main><h1>${page.heading}</h1>${page.description === undefined ? undefined : html`<p class="text">${page.description}</p>`}</main></div>
<noscript><p class="notice">${wordsIn(page.language).noScript}</p></noscript>
<script type="application/json" id="first-data">${{ markup: jsonInMarkup(page.data) }}</script>
${brand.links(page.language)}`,
  });
}

function metaOf({ title, description, url, picture, language }: AppPage, brand: Brand): Html {
  const about = description?.slice(0, DESCRIPTION_MAX);
  const properties: readonly (readonly [string, string | undefined])[] = [
    ["og:type", "website"],
    ["og:site_name", brand.name],
    ["og:title", title],
    ["og:description", about],
    ["og:url", url],
    ["og:image", picture],
    ["og:locale", language],
  ];
  const shown = properties.filter(([, value]) => value !== undefined);
  return html`${about === undefined ? undefined : html`<meta name="description" content="${about}">\n`}${shown.map(
    ([name, value]) => html`<meta property="${name}" content="${value}">\n`,
  )}`;
}

function assetsOf(
  { entry, language }: AppPage,
  assets: Deps["webAssets"],
  { stylesheet }: Brand,
): Html | undefined {
  if (assets === undefined) return undefined;
  const { script, modules, words, styles } = assets.entries[entry];
  const sheets = stylesheet === undefined ? styles : [...styles, stylesheet];
  return html`${sheets.map((path) => html`<link rel="stylesheet" href="${path}">\n`)}${[
    ...modules,
    ...words[language],
  ].map(
    (path) => html`<link rel="modulepreload" href="${path}">\n`,
  )}<script type="module" src="${script}"></script>\n`;
}

/** JSON that ends no element and begins no comment. */
const jsonInMarkup = (value: object): string =>
  JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll(">", "\\u003e")
    .replaceAll("&", "\\u0026");

/** A page may load from this host alone, and from the bucket that files are in. */
function policyOf({ frameHosts, filmOrigins = [] }: AppPage, bucket: string | undefined): string {
  const files = ["'self'", ...(bucket === undefined ? [] : [bucket])].join(" ");
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src ${files} data:`,
    `media-src ${files}`,
    ...(filmOrigins.length === 0 ? [] : [`frame-src ${filmOrigins.join(" ")}`]),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framesOf(frameHosts)}`,
  ].join("; ");
}

function framesOf(hosts: AppPage["frameHosts"]): string {
  if (hosts === "none") return "'none'";
  if (hosts.length === 0) return "*";
  return ["'self'", ...hosts.map((host) => `${host}:*`)].join(" ");
}

/** Answers with a page, and with headers that keep it to this host. */
export async function appReply(page: AppPage, deps: Deps): Promise<Reply> {
  const bucket = await deps.storage.signedOrigin?.();
  return {
    status: 200,
    headers: documentHeaders({
      language: page.language,
      policy: policyOf(page, bucket),
      vary: "Accept-Language, Cookie",
    }),
    body: (response: Response) => response.end(renderAppPage(page, deps)),
  };
}
