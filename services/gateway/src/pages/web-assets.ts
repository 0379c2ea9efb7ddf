import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { PathBelow } from "@polls/config";
import { NotFound } from "@polls/domain/refusals";
import type { Language } from "@polls/markup";
import type { Express, RequestHandler } from "express";
import type { AddressLimits } from "../http/limits/rate-limit";
import { servePath } from "../http/routing/allowed-methods";

/** The areas of `services/web`, each with a script of its own. */
export const pageEntries = [
  "poll",
  "survey",
  "pairwise",
  "table",
  "places",
  "results",
  "device",
  "option",
  "admin",
  "start",
  "home",
] as const;
export type PageEntry = (typeof pageEntries)[number];

export interface AssetFile {
  readonly contentType: string;
  /** The content by content coding; `identity` is not compressed. */
  readonly bodies: Readonly<Record<"identity" | "gzip" | "br", Buffer>>;
}

/** Codings are computed when they are first requested, so that the start does not wait. */
export function assetFile(contentType: string, identity: Buffer): AssetFile {
  let gzip: Buffer | undefined;
  let br: Buffer | undefined;
  const bodies = {
    identity,
    get gzip() {
      gzip ??= gzipSync(identity);
      return gzip;
    },
    get br() {
      br ??= brotliCompressSync(identity);
      return br;
    },
  };
  return { contentType, bodies };
}

/** The files that an entry loads, as paths below `BASE_URL`. */
interface EntryPaths {
  readonly script: PathBelow;
  /** Listed in the page, so that the browser loads them in parallel. */
  readonly modules: readonly PathBelow[];
  /** Modules with the texts of each language. */
  readonly words: Readonly<Record<Language, readonly PathBelow[]>>;
  readonly styles: readonly PathBelow[];
}

export interface WebAssets {
  readonly entries: Readonly<Record<PageEntry, EntryPaths>>;
  readonly files: ReadonlyMap<string, AssetFile>;
  /** The path of the font with the Latin letters of titles. */
  readonly font: PathBelow | undefined;
}

/** The directory of the build. The path is correct from `src` and from `dist`. */
export const webDirectory = join(__dirname, "../../../web/dist");

const contentTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/** A file in the manifest of the build. It refers to other files by their keys in the manifest. */
interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** Reads the files of the pages. Undefined if `npm run build` has not created them. */
export function loadWebAssets(directory: string): WebAssets | undefined {
  const manifest = readManifest(directory);
  if (manifest === undefined) return undefined;
  const files = new Map<string, AssetFile>();
  for (const name of readdirSync(join(directory, "assets"))) {
    const contentType = contentTypes[extname(name)];
    if (contentType === undefined)
      throw new Error(`the build has the file ${name}, which is of a kind that pages do not load`);
    files.set(name, assetFile(contentType, readFileSync(join(directory, "assets", name))));
  }
  const font = [...files.keys()].find((name) => /-latin-wght-.*\.woff2$/.test(name));
  const entries = Object.fromEntries(
    pageEntries.map((entry) => [entry, pathsOf(manifest, `src/entry/${entry}.tsx`)]),
  ) as Record<PageEntry, EntryPaths>;
  return { entries, files, font: font === undefined ? undefined : `/assets/${font}` };
}

function readManifest(directory: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(directory, ".vite/manifest.json"), "utf8")) as Manifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The chunks and everything that they import statically. */
function withImports(manifest: Manifest, sources: readonly string[]): readonly Chunk[] {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of manifest[key]?.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return [...seen].map((key) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`the build of the pages has no ${key}`);
    return chunk;
  });
}

function pathsOf(manifest: Manifest, source: string): EntryPaths {
  const chunks = withImports(manifest, [source]);
  const [script, ...modules] = chunks.map(({ file }) => `/${file}` as const);
  if (script === undefined) throw new Error(`the build of the pages has no ${source}`);
  const lazy = chunks.flatMap(({ dynamicImports = [] }) => dynamicImports);
  const wordsIn = (language: Language) => {
    const files = lazy.filter(
      (key) => /^src\/words\//.test(key) && key.endsWith(`/${language}.ts`),
    );
    return [...new Set(withImports(manifest, files).map(({ file }) => `/${file}` as const))];
  };
  const words = { en: wordsIn("en"), de: wordsIn("de") };
  const styles = new Set(chunks.flatMap(({ css = [] }) => css.map((file) => `/${file}` as const)));
  return { script, modules, words, styles: [...styles] };
}

/** Names contain a hash of the content, so browsers can cache the files forever. */
export function addAssetRoutes(
  app: Express,
  deps: AddressLimits & {
    readonly webAssets: WebAssets | undefined;
    readonly brand: { readonly files: WebAssets["files"] };
  },
): void {
  const get: RequestHandler = (request, response) => {
    const name = String(request.params.name);
    const file = deps.webAssets?.files.get(name) ?? deps.brand.files.get(name);
    if (file === undefined) throw new NotFound("Page");
    const coding = request.acceptsEncodings("br", "gzip", "identity") || "identity";
    response
      .set({
        "Content-Type": file.contentType,
        "Cache-Control": "public, max-age=31536000, immutable",
        "Cross-Origin-Resource-Policy": "same-origin",
        Vary: "Accept-Encoding",
        ...(coding !== "identity" && { "Content-Encoding": coding }),
      })
      .send(file.bodies[coding as keyof AssetFile["bodies"]]);
  };
  servePath(app, "/assets/:name", { get: [get] }, deps);
}
