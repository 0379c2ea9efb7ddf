import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { NotFound } from "@polls/domain/refusals";
import type { Express, RequestHandler } from "express";
import type { AddressLimits } from "../http/limits/rate-limit";
import { servePath } from "../http/routing/allowed-methods";
import type { Language } from "./languages/language";

/** The areas of `services/web`, each with a script of its own. */
export const pageEntries = [
  "poll",
  "survey",
  "pairwise",
  "table",
  "results",
  "option",
  "admin",
  "home",
] as const;
export type PageEntry = (typeof pageEntries)[number];

export interface AssetFile {
  readonly contentType: string;
  /** The file as it is, and by content coding. */
  readonly bodies: Readonly<Record<"identity" | "gzip" | "br", Buffer>>;
}

/** A file as it is sent. */
export const assetFile = (contentType: string, identity: Buffer): AssetFile => ({
  contentType,
  bodies: { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) },
});

/** What an entry loads, as paths on this host. */
interface EntryPaths {
  readonly script: string;
  /** Modules that the script imports, so that the browser loads them at once. */
  readonly modules: readonly string[];
  /** Modules with the words of a language. */
  readonly words: Readonly<Record<Language, readonly string[]>>;
  readonly styles: readonly string[];
}

/** The files that the build of `services/web` made. */
export interface WebAssets {
  readonly entries: Readonly<Record<PageEntry, EntryPaths>>;
  /** By name below `/assets/`. */
  readonly files: ReadonlyMap<string, AssetFile>;
}

/** Where the build writes them. The path is right from `src` and from `dist`. */
export const webDirectory = join(__dirname, "../../../web/dist");

const contentTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** A file of the build. Names of other files are keys of the manifest. */
interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** Reads the files of the pages; undefined where `npm run build` has not made them. */
export function loadWebAssets(directory: string): WebAssets | undefined {
  const manifest = readManifest(directory);
  if (manifest === undefined) return undefined;
  const files = new Map<string, AssetFile>();
  for (const name of readdirSync(join(directory, "assets"))) {
    const contentType = contentTypes[extname(name)];
    if (contentType === undefined) throw new Error(`${name} is no file that pages load`);
    files.set(name, assetFile(contentType, readFileSync(join(directory, "assets", name))));
  }
  const entries = Object.fromEntries(
    pageEntries.map((entry) => [entry, pathsOf(manifest, `src/entry/${entry}.tsx`)]),
  ) as Record<PageEntry, EntryPaths>;
  return { entries, files };
}

function readManifest(directory: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(directory, ".vite/manifest.json"), "utf8")) as Manifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Chunks with all that they import, without what they load later. */
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
  const [script, ...modules] = chunks.map(({ file }) => `/${file}`);
  if (script === undefined) throw new Error(`the build of the pages has no ${source}`);
  const later = chunks.flatMap(({ dynamicImports = [] }) => dynamicImports);
  const wordsIn = (language: Language) => {
    const files = later.filter(
      (key) => /^src\/words\//.test(key) && key.endsWith(`/${language}.ts`),
    );
    return [...new Set(withImports(manifest, files).map(({ file }) => `/${file}`))];
  };
  const words = { en: wordsIn("en"), de: wordsIn("de") };
  const styles = new Set(chunks.flatMap(({ css = [] }) => css.map((file) => `/${file}`)));
  return { script, modules, words, styles: [...styles] };
}

/** `/assets/…`: names have the hash of their content, so browsers keep the files. */
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
