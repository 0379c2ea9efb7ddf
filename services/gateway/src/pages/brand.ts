import { createHash } from "node:crypto";
import { type AccentColor, BaseUrl, type OwnPath } from "@polls/config";
import { type Html, html, type Language } from "@polls/markup";
import type { Config } from "../config";
import { wordsIn } from "./languages";
import type { OperatorLogo } from "./operator-logo";
import { type AssetFile, assetFile } from "./web-assets";

/**
 * What all pages of a deployment share: its address, and the parts that name the operator of the service
 * (docs/operations.md#your-name-on-the-pages).
 */
export interface Brand {
  readonly baseUrl: BaseUrl;
  readonly name: string | undefined;
  /** The operator's announcement, at the top of every page (docs/operators.md#announcements). */
  readonly announcement: () => Html | undefined;
  readonly header: Html | undefined;
  /** Required by law on every page. With a path, also the link that reports a poll. */
  readonly links: (language: Language, reportPath?: OwnPath) => Html | undefined;
  readonly style: string;
  /** The same CSS as a file: its path on this host. */
  readonly stylesheet: OwnPath | undefined;
  /** The files, by their names below `/assets/`. */
  readonly files: ReadonlyMap<string, AssetFile>;
}

export const noBrand: Brand = {
  baseUrl: new BaseUrl("http://localhost"),
  name: undefined,
  announcement: () => undefined,
  header: undefined,
  style: "",
  stylesheet: undefined,
  links: (language, reportPath) => linksOf({ reportPath }, language),
  files: new Map(),
};

/** The brand on pages of a poll with `white_label`: without name, logo and colors. */
export const whiteLabelOf = ({ baseUrl, links, announcement }: Brand): Brand => ({
  ...noBrand,
  baseUrl,
  links,
  announcement,
});

export function createBrand(
  { baseUrl, operator, operatorLogo: logo }: BrandConfig,
  announced: () => string | undefined = () => undefined,
): Brand {
  const { name, color, imprintUrl, privacyUrl } = operator;
  const style = color === undefined ? "" : styleOf(color);
  const files = new Map<string, AssetFile>();
  const add = (stem: string, { contentType, extension, body }: OperatorLogo): OwnPath => {
    const hash = createHash("sha256").update(body).digest("base64url").slice(0, 12);
    files.set(`${stem}-${hash}${extension}`, assetFile(contentType, body));
    return baseUrl.path(`/assets/${stem}-${hash}${extension}`);
  };
  const sheet = { contentType: "text/css; charset=utf-8", extension: ".css" };
  const picture = logo && html`<img src="${add("logo", logo)}" alt="" height="32"> `;
  return {
    baseUrl,
    name,
    announcement: () => announcementOf(announced()),
    style,
    files,
    stylesheet: style === "" ? undefined : add("brand", { ...sheet, body: Buffer.from(style) }),
    header:
      name === undefined
        ? undefined
        : html`<header class="operator"><a href="${baseUrl.path("/")}">${picture}${name}</a></header>\n`,
    links: (language, reportPath) => linksOf({ imprintUrl, privacyUrl, reportPath }, language),
  };
}

const announcementOf = (sentence: string | undefined): Html | undefined =>
  sentence === undefined
    ? undefined
    : html`<aside class="operator"><p class="notice">${sentence}</p></aside>\n`;

type BrandConfig = Pick<Config, "baseUrl" | "operator" | "operatorLogo">;

const styleOf = ({ light, dark }: AccentColor): string =>
  `:root:not([data-palette]) { --main: ${light.color}; --on-main: ${light.textColor}; }
@media (prefers-color-scheme: dark) { :root:not([data-palette]) { --main: ${dark.color}; --on-main: ${dark.textColor}; } }
`;

interface PageLinks extends Partial<Pick<BrandConfig["operator"], "imprintUrl" | "privacyUrl">> {
  readonly reportPath?: OwnPath | undefined;
}

function linksOf(
  { imprintUrl, privacyUrl, reportPath }: PageLinks,
  language: Language,
): Html | undefined {
  const { operator, report } = wordsIn(language);
  const links = [
    [imprintUrl, operator.imprint],
    [privacyUrl, operator.privacy],
  ].flatMap(([url, label]) => (url === undefined ? [] : [html`<a href="${url}">${label}</a>\n`]));
  // A frame must not lead to it, because the page cannot be framed.
  if (reportPath !== undefined) {
    links.push(
      html`<a href="${reportPath}" target="_blank" rel="nofollow noopener">${report.link}</a>\n`,
    );
  }
  return links.length === 0 ? undefined : html`<nav class="legal">${links}</nav>\n`;
}
