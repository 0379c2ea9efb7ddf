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
  if (key.startsWith(DERIVATIVES)) {
    const file = await findDerivative(deps.db, key);
    if (file === undefined) return refuseFile(deps.db, key);
    return serveDerivative(request, response, file, deps);
  }
  const now = deps.clock();
  if (!key.startsWith(ORIGINALS)) throw new NotFound("Page");
  if (!isGenuineLink(key, query, deps.config.keys.fileLinks.all, now)) {
    throw new NotFound("Page");
  }
  const file = await findOriginal(deps.db, key);
  if (file === undefined) return refuseFile(deps.db, key);
  return serveOriginal(request, response, file, deps);
}

/** Throws 410 for a file of a poll that an operator has taken down, else 404. */
async function refuseFile(db: Deps["db"], key: string): Promise<never> {
  const reason = await findTakenDownFile(db, key);
  throw reason === undefined ? new NotFound("Page") : new TakenDown(reason);
}

/**
 * The service creates derivatives itself, and the content at a URL never changes
 * (docs/reference/media.md#links).
 */
function serveDerivative(request: Request, response: Response, file: ServedFile, deps: Deps) {
  const { contentType } = file;
  const cacheControl = "public, max-age=31536000, immutable";
  return deps.storage.signedUrl === undefined
    ? serveFile(request, response, file, deps.storage, { "Cache-Control": cacheControl })
    : sendToBucket(request, response, file, deps, "derivative", {
        contentType,
        cacheControl,
        disposition: "inline",
      });
}

/**
 * An original may have any content, so browsers download it and never show it
 * (docs/reliability.md#served-files).
 */
function serveOriginal(request: Request, response: Response, file: ServedFile, deps: Deps) {
  const { contentType: format } = file;
  const disposition = attachmentDisposition(
    originalName(file.fileName, format),
    originalName(undefined, format),
  );
  const contentType = "application/octet-stream";
  const cacheControl = "private, no-store";
  return deps.storage.signedUrl === undefined
    ? serveFile(request, response, { ...file, contentType }, deps.storage, {
        "Cache-Control": cacheControl,
        "Content-Disposition": disposition,
      })
    : sendToBucket(request, response, file, deps, "original", {
        contentType,
        cacheControl,
        disposition,
      });
}

async function sendToBucket(
  request: Request,
  response: Response,
  { storageKey }: ServedFile,
  { storage, clock }: Deps,
  kind: keyof typeof bucketLinks,
  answer: Pick<SignedUrlOptions, "contentType" | "disposition" | "cacheControl">,
): Promise<void> {
  const { sameForSeconds, expiresInSeconds, cacheControl } = bucketLinks[kind];
  const periodMs = sameForSeconds * 1_000;
  const location = await storage.signedUrl?.(storageKey, {
    ...answer,
    method: request.method === "HEAD" ? "HEAD" : "GET",
    signedAt: new Date(Math.floor(clock().getTime() / periodMs) * periodMs),
    expiresInSeconds,
  });
  if (location === undefined) throw new Error("the storage gives out no addresses");
  response
    .status(302)
    .set({ Location: location, "Cache-Control": cacheControl, Vary: "Origin" })
    .end();
}

/** A signed URL of a bucket. The gateway redirects requests for a file to it. */
interface BucketLink {
  /** The URL stays the same for this time, so that browsers can cache the file. */
  readonly sameForSeconds: number;
  /** Counted from the start of that time. */
  readonly expiresInSeconds: number;
  /**
   * The `Cache-Control` of the redirect. It is short, because a URL also expires with the temporary
   * key that signed it.
   */
  readonly cacheControl: string;
}

const bucketLinks = {
  /** Derivatives are public. A player may request parts of a long video for hours, with pauses. */
  derivative: {
    sameForSeconds: 3_600,
    expiresInSeconds: 6 * 3_600,
    cacheControl: "public, max-age=150",
  },
  /**
   * Every client with the URL can read the file, so it expires soon
   * (docs/reference/media.md#originals).
   */
  original: { sameForSeconds: 1, expiresInSeconds: 300, cacheControl: "private, no-store" },
} as const satisfies Readonly<Record<string, BucketLink>>;

/** Other common extensions of a format. */
const otherExtensions: Partial<Record<MediaFormat, readonly string[]>> = {
  jpeg: ["jpeg", "jpe", "jfif", "mpo"],
  png: ["apng"],
  avif: ["avifs"],
  tiff: ["tif"],
  heic: ["heif", "hif", "heics"],
  raw: [
    "tif",
    "dng",
    "nef",
    "nrw",
    "cr2",
    "arw",
    "orf",
    "rw2",
    "pef",
    "raf",
    "srw",
    "dcr",
    "erf",
    "3fr",
    "iiq",
    "cr3",
    "x3f",
    "rwl",
    "mef",
    "mos",
    "kdc",
    "sr2",
    "gpr",
    "fff",
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

/**
 * The name under which an original is downloaded. It ends with an extension of the file's actual
 * format.
 */
function originalName(fileName: string | undefined, contentType: string): string {
  const format = formatOfContentType(contentType);
  const extension = format === undefined ? "bin" : formats[format].extension;
  // Windows removes trailing dots and spaces.
  const name = (fileName ?? "original").replace(/[. ]+$/, "");
  const given = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase();
  const usual = [extension, ...((format && otherExtensions[format]) ?? [])];
  return given !== undefined && usual.includes(given) ? name : `${name}.${extension}`;
}
