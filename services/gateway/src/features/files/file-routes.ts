import { findTakenDownFile } from "@polls/db/polls";
import { readFileAddress } from "@polls/db/shards";
import { NotFound, TakenDown } from "@polls/domain/refusals";
import { formatOfContentType, formats, type MediaFormat } from "@polls/media";
import { DERIVATIVES, ORIGINALS, type SignedUrlOptions } from "@polls/storage";
import type { Express, Request, RequestHandler, Response } from "express";
import type { Deps } from "../../deps";
import { queryOf } from "../../http/request/request-facts";
import { servePath } from "../../http/routing/allowed-methods";
import { depsForShard } from "../../http/routing/for-shard";
import { attachmentDisposition } from "./content-disposition";
import { isGenuineLink } from "./file-links";
import { serveFile } from "./serve-file";
import { findDerivative, findOriginal, type ServedFile } from "./stored-files.repository";

/** Serves `/files/…`: derivatives to every client that has the URL, originals by signed links. */
export function addFileRoutes(app: Express, deps: Deps): void {
  const get: RequestHandler = (request, response) => answer(request, response, deps);
  servePath(app, "/files/*key", { get: [get] }, deps);
}

async function answer(request: Request, response: Response, home: Deps): Promise<void> {
  const query = queryOf(request);
  const path = decodeURIComponent(request.path).slice("/files/".length);
  const { storageKey: key, shard } = readFileAddress(path);
  const deps = await depsForShard(home, home.shards.at(shard));
  const kind = key.startsWith(DERIVATIVES) ? "derivative" : "original";
  if (kind === "original") {
    const { all } = deps.config.keys.fileLinks;
    if (!key.startsWith(ORIGINALS) || !isGenuineLink(key, query, all, deps.clock())) {
      throw new NotFound("Page");
    }
  }
  const { find, headersOf } = kinds[kind];
  const file = await find(deps.db, key);
  if (file === undefined) {
    const reason = await findTakenDownFile(deps.db, key);
    throw reason === undefined ? new NotFound("Page") : new TakenDown(reason);
  }
  const headers = headersOf(file);
  if (deps.storage.signedUrl !== undefined) {
    return sendToBucket(request, response, { file, headers, ...kinds[kind] }, deps);
  }
  const { contentType, cacheControl, disposition } = headers;
  await serveFile(request, response, { ...file, contentType }, deps.storage, {
    "Cache-Control": cacheControl,
    ...(disposition !== "inline" && { "Content-Disposition": disposition }),
  });
}

type FileHeaders = Pick<SignedUrlOptions, "contentType" | "disposition" | "cacheControl">;

interface FileKind {
  readonly find: (db: Deps["db"], key: string) => Promise<ServedFile | undefined>;
  readonly headersOf: (file: ServedFile) => FileHeaders;
  /** The signed URL of a bucket stays the same for this time, so that browsers can cache the file. */
  readonly sameForSeconds: number;
  /** Counted from the start of that time. */
  readonly expiresInSeconds: number;
  /** Of the redirect. It is short, because a URL also expires with the temporary key that signed it. */
  readonly redirectCacheControl: string;
}

const kinds: Readonly<Record<"derivative" | "original", FileKind>> = {
  /**
   * The service creates derivatives itself, and the content at a URL never changes
   * (docs/reference/media.md#links). A player may request parts of a long video for hours, with pauses.
   */
  derivative: {
    find: findDerivative,
    headersOf: ({ contentType }) => ({
      contentType,
      cacheControl: "public, max-age=31536000, immutable",
      disposition: "inline",
    }),
    sameForSeconds: 3_600,
    expiresInSeconds: 6 * 3_600,
    redirectCacheControl: "public, max-age=150",
  },
  /**
   * An original may have any content, so browsers download it and never show it
   * (docs/reliability.md#served-files). Every client with the URL can read the file, so it expires soon
   * (docs/reference/media.md#originals).
   */
  original: {
    find: findOriginal,
    headersOf: ({ fileName, contentType }) => ({
      contentType: "application/octet-stream",
      cacheControl: "private, no-store",
      disposition: attachmentDisposition(
        originalName(fileName, contentType),
        originalName(undefined, contentType),
      ),
    }),
    sameForSeconds: 1,
    expiresInSeconds: 300,
    redirectCacheControl: "private, no-store",
  },
};

interface FileInBucket extends FileKind {
  readonly file: ServedFile;
  readonly headers: FileHeaders;
}

async function sendToBucket(
  request: Request,
  response: Response,
  { file, headers, sameForSeconds, expiresInSeconds, redirectCacheControl }: FileInBucket,
  { storage, clock }: Pick<Deps, "clock" | "storage">,
): Promise<void> {
  const periodMs = sameForSeconds * 1_000;
  const location = await storage.signedUrl?.(file.storageKey, {
    ...headers,
    method: request.method === "HEAD" ? "HEAD" : "GET",
    signedAt: new Date(Math.floor(clock().getTime() / periodMs) * periodMs),
    expiresInSeconds,
  });
  if (location === undefined) throw new Error("the storage gives out no addresses");
  response
    .status(302)
    .set({ Location: location, "Cache-Control": redirectCacheControl, Vary: "Origin" })
    .end();
}

/** Other common extensions of a format. */
const otherExtensions: Partial<Record<MediaFormat, readonly string[]>> = {
  jpeg: ["jpeg", "jpe", "jfif", "mpo"],
  png: ["apng"],
  avif: ["avifs"],
  tiff: ["tif"],
  heic: ["heif", "hif", "heics"],
  raw: [
    ...["tif", "dng", "nef", "nrw", "cr2", "arw", "orf", "rw2", "pef", "raf", "srw", "dcr"],
    ...["erf", "3fr", "iiq", "cr3", "x3f", "rwl", "mef", "mos", "kdc", "sr2", "gpr", "fff"],
  ],
  mp4: ["m4v", "3gp", "3g2"],
  mov: ["qt"],
  avi: ["divx"],
  mp3: ["mp2", "mpga"],
  m4a: ["m4b", "m4r", "mp4", "3gp", "mov"],
  weba: ["webm"],
  mka: ["mkv"],
  ogg: ["oga", "opus"],
  mts: ["m2ts", "ts", "m2t"],
  aiff: ["aif", "aifc"],
  wav: ["rf64", "wave", "bwf"],
};

/** Ends with an extension of the file's actual format. */
function originalName(fileName: string | undefined, contentType: string): string {
  const format = formatOfContentType(contentType);
  const extension = format === undefined ? "bin" : formats[format].extension;
  // Windows removes trailing dots and spaces.
  const name = (fileName ?? "original").replace(/[. ]+$/, "");
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase();
  const usual = [extension, ...((format && otherExtensions[format]) ?? [])];
  return ending !== undefined && usual.includes(ending) ? name : `${name}.${extension}`;
}
