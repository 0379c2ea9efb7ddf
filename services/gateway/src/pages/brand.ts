import { createHash } from "node:crypto";
import type { AccentColor } from "@polls/config";
import type { Config } from "../config";
import { type Html, html } from "./html";
import { wordsIn } from "./languages";
import type { Language } from "./languages/language";
import type { OperatorLogo } from "./operator-logo";
import { type AssetFile, assetFile } from "./web-assets";

/** What pages show of who runs the service (docs/operations.md#your-name-on-the-pages). */
export interface Brand {
  readonly name: string | undefined;
  /** Stands above the content. */
  readonly header: Html | undefined;
  /** Stands below it. The law asks for it, so that every page has it. */
  readonly links: (language: Language) => Html | undefined;
  /** The colors, as CSS. */
  readonly style: string;
  /** Likewise, as a path on this host. */
  readonly stylesheet: string | undefined;
  /** By name below `/assets/`. */
  readonly files: ReadonlyMap<string, AssetFile>;
}

export const noBrand: Brand = {
  ...{ name: undefined, header: undefined, style: "", stylesheet: undefined },
  links: () => undefined,
  files: new Map(),
};

/** Without name, logo and colors: the page of a poll with `white_label`. */
export const whiteLabelOf = ({ links }: Brand): Brand => ({ ...noBrand, links });

/** Makes the brand of a deployment. */
export function createBrand({ operator, operatorLogo: logo }: BrandConfig): Brand {
  const { name, color, imprintUrl, privacyUrl } = operator;
  const style = color === undefined ? "" : styleOf(color);
  const files = new Map<string, AssetFile>();
  const add = (stem: string, { contentType, extension, body }: OperatorLogo): string => {
    const hash = createHash("sha256").update(body).digest("base64url").slice(0, 12);
    files.set(`${stem}-${hash}${extension}`, assetFile(contentType, body));
    return `/assets/${stem}-${hash}${extension}`;
  };
  const sheet = { contentType: "text/css; charset=utf-8", extension: ".css" };
  const picture = logo && html`<img src="${add("logo", logo)}" alt="" height="32"> `;
  return {
    ...{ name, style, files },
    stylesheet: style === "" ? undefined : add("brand", { ...sheet, body: Buffer.from(style) }),
    header:
      name === undefined
        ? undefined
        : html`<header class="operator"><a href="/">${picture}${name}</a></header>\n`,
    links: (language) => linksOf({ imprintUrl, privacyUrl }, language),
  };
}

type BrandConfig = Pick<Config, "operator" | "operatorLogo">;

const styleOf = ({ light, dark }: AccentColor): string =>
  `:root { --main: ${light.color}; --on-main: ${light.words}; }
@media (prefers-color-scheme: dark) { :root { --main: ${dark.color}; --on-main: ${dark.words}; } }
`;

function linksOf(
  { imprintUrl, privacyUrl }: Pick<BrandConfig["operator"], "imprintUrl" | "privacyUrl">,
  language: Language,
): Html | undefined {
  const { imprint, privacy } = wordsIn(language).operator;
  const links = [
    [imprintUrl, imprint],
    [privacyUrl, privacy],
  ].flatMap(([url, label]) => (url === undefined ? [] : [html`<a href="${url}">${label}</a>\n`]));
  return links.length === 0 ? undefined : html`<nav class="legal">${links}</nav>\n`;
}
