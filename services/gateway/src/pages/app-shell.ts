import type { OwnPath, PathBelow } from "@polls/config";
import { cutText } from "@polls/domain/input";
import { breakCharacters } from "@polls/domain/naming";
import type { PictureFiles } from "@polls/domain/pictures";
import { type Html, html, type Language } from "@polls/markup";
import type { Response } from "express";
import type { Deps } from "../deps";
import type { Reply } from "../http/replies/reply";
import { type Brand, whiteLabelOf } from "./brand";
import { documentHeaders, type Looks, renderDocument } from "./document";
import { wordsIn } from "./languages";
import type { PageEntry } from "./web-assets";

/** Absent: the width of a page of text. `full` is the width of the window, `columns` has room for two of them. */
export type PageWidth = "wide" | "full" | "columns";

/** A page whose content is rendered by a script of `services/web`. */
export interface AppPage {
  readonly kind: "app";
  /** Default: 200. */
  readonly status?: number;
  readonly entry: PageEntry;
  readonly language: Language;
  readonly title: string;
  readonly heading: string;
  readonly description: string | undefined;
  /** Title and text of links to the page in social media, if they are others. */
  readonly linkTitle?: string | undefined;
  readonly linkDescription?: string | undefined;
  readonly url: string;
  readonly picture: string | undefined;
  readonly cover?: PictureFiles | undefined;
  /** The first picture that the script shows. The browser loads it in parallel with the script. */
  readonly firstPicture?: PictureFiles | undefined;
  /** The data that the script starts with. It contains only what the visitor may know. */
  readonly data: object;
  /** The layout must have it before the script runs. */
  readonly width?: PageWidth;
  readonly isIndexed?: boolean;
  /** The color and the font of titles, in place of those of the operator. */
  readonly looks?: Looks | undefined;
  /** What the visitor must do before using the page; shown above it. */
  readonly notice?: Html | undefined;
  /** Other languages of the page, shown at its upper edge. */
  readonly languages?: Html | undefined;
  /** The path of the page that reports the poll to the operator. */
  readonly reportPath?: OwnPath | undefined;
  /** Set for polls with `white_label`. */
  readonly whiteLabel?: boolean;
  /** The value of `Set-Cookie`. */
  readonly cookie?: string | undefined;
  /** The hosts whose pages may frame this page. An empty list means every host. */
  readonly frameHosts: readonly string[] | "none";
  /** Whether the page shows pages of this service in a frame. */
  readonly framesPolls?: boolean;
  /** The origins of videos that the page may show in a frame after a click. */
  readonly filmOrigins?: readonly string[];
}

/** The icon of pages in tabs of the browser: a tick. Pages allow images of this kind. */
const favicon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1d4fc4"/><path d="m9 17 5 5 9-11" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
)}`;

type Parts = Pick<Deps, "webAssets" | "brand">;

const DESCRIPTION_MAX = 300;

function renderAppPage(page: AppPage, { webAssets, brand: own }: Parts): string {
  const brand = page.whiteLabel ? whiteLabelOf(own) : own;
  return renderDocument({
    language: page.language,
    base: brand.baseUrl.prefix,
    isIndexed: page.isIndexed ?? false,
    looks: page.looks,
    head: html`<meta name="color-scheme" content="light dark">
<link rel="icon" href="${favicon}">
<title>${page.title}</title>
${metaOf(page, brand)}${preloadOf(page)}${assetsOf(page, webAssets, brand)}`,
    body: html`${brand.announcement()}${page.languages}${brand.header}${page.notice}${coverOf(page)}<div id="app" class="${page.width ?? ""}" aria-busy="true"><main><h1>${breakCharacters(page.heading)}</h1>${page.description === undefined ? undefined : html`<p class="text">${breakCharacters(page.description)}</p>`}</main></div>
<noscript><p class="notice">${wordsIn(page.language).noScript}</p></noscript>
<script type="application/json" id="first-data">${{ markup: jsonInMarkup(page.data) }}</script>
${brand.links(page.language, page.reportPath)}`,
  });
}

function metaOf(page: AppPage, brand: Brand): Html {
  const { title, linkTitle = title, description, url, picture, language } = page;
  const about = cutAbout(description);
  const properties: readonly (readonly [string, string | undefined])[] = [
    ["og:type", "website"],
    ["og:site_name", brand.name],
    ["og:title", linkTitle],
    ["og:description", cutAbout(page.linkDescription ?? description)],
    ["og:url", url],
    ["og:image", picture],
    ["og:locale", locales[language]],
  ];
  const shown = properties.filter(([, value]) => value !== undefined);
  const card = picture === undefined ? "summary" : "summary_large_image";
  return html`${about === undefined ? undefined : html`<meta name="description" content="${about}">\n`}${shown.map(
    ([name, value]) => html`<meta property="${name}" content="${value}">\n`,
  )}<meta name="twitter:card" content="${card}">\n`;
}

/** Open Graph names languages with a territory. */
const locales: Readonly<Record<Language, string>> = { en: "en_US", de: "de_DE" };

const cutAbout = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : cutText(text, DESCRIPTION_MAX);

const coverOf = ({ cover }: AppPage): Html | undefined =>
  cover &&
  html`<img class="cover" alt="" src="${cover.src}" srcset="${cover.srcset ?? ""}" sizes="(max-width: 48rem) 100vw, (max-width: 64rem) 46rem, 18rem" fetchpriority="high">\n`;

const preloadOf = ({ firstPicture }: AppPage): Html | undefined =>
  firstPicture &&
  html`<link rel="preload" as="image" href="${firstPicture.src}" imagesrcset="${firstPicture.srcset ?? ""}" imagesizes="${firstPicture.sizes ?? ""}" fetchpriority="high">\n`;

function assetsOf(
  { entry, language, looks }: AppPage,
  assets: Deps["webAssets"],
  { baseUrl, stylesheet }: Brand,
): Html | undefined {
  if (assets === undefined) return undefined;
  const at = (path: PathBelow) => baseUrl.path(path);
  const { script, modules, words, styles } = assets.entries[entry];
  const sheets = stylesheet === undefined ? styles.map(at) : [...styles.map(at), stylesheet];
  const font = looks?.titleFont === undefined ? assets.font : undefined;
  return html`${font && html`<link rel="preload" as="font" type="font/woff2" href="${at(font)}" crossorigin>\n`}${sheets.map((path) => html`<link rel="stylesheet" href="${path}">\n`)}${[
    ...modules,
    ...words[language],
  ].map(
    (path) => html`<link rel="modulepreload" href="${at(path)}">\n`,
  )}<script type="module" src="${at(script)}"></script>\n`;
}

/** JSON that can neither end the script element nor begin a comment. */
const jsonInMarkup = (value: object): string =>
  JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll(">", "\\u003e")
    .replaceAll("&", "\\u0026");

/** The page may load only from this host, and from the bucket with the files. */
function policyOf(
  { frameHosts, framesPolls, filmOrigins = [] }: AppPage,
  bucket: string | undefined,
): string {
  const framed = [...(framesPolls === true ? ["'self'"] : []), ...filmOrigins];
  const files = ["'self'", ...(bucket === undefined ? [] : [bucket])].join(" ");
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    `img-src ${files} data: blob:`,
    `media-src ${files}`,
    ...(framed.length === 0 ? [] : [`frame-src ${framed.join(" ")}`]),
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

export async function appReply(
  page: AppPage,
  deps: Pick<Deps, "brand" | "storage" | "webAssets">,
): Promise<Reply> {
  const bucket = await deps.storage.signedOrigin?.();
  return {
    status: page.status ?? 200,
    headers: {
      ...documentHeaders({
        language: page.language,
        isIndexed: page.isIndexed ?? false,
        policy: policyOf(page, bucket),
        vary: "Accept-Language, Cookie",
      }),
      ...(page.cookie !== undefined && { "Set-Cookie": page.cookie }),
    },
    body: (response: Response) => response.end(renderAppPage(page, deps)),
  };
}
