import { findTakenDownFile } from "@polls/db/polls";
import { readFileAddress } from "@polls/db/shards";
import { NotFound, TakenDown } from "@polls/domain/refusals";
import { DERIVATIVES, ORIGINALS, type SignedUrlOptions } from "@polls/storage";
import type { Express, Request, RequestHandler, Response } from "express";
import type { Deps } from "../../deps";
import { queryOf } from "../../http/request/request-facts";
import { servePath } from "../../http/routing/allowed-methods";
import { depsForShard } from "../../http/routing/for-shard";
import { bucketLinks } from "./bucket-links";
import { attachmentDisposition } from "./content-disposition";
import { isGenuineLink } from "./file-links";
import { originalName } from "./original-name";
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
