import { pipeline } from "node:stream/promises";
import { NotFound } from "@polls/domain/refusals";
import { isStorageError, type Storage } from "@polls/storage";
import type { Request, Response } from "express";
import { namesTag } from "../../http/replies/etag";
import { unavailable } from "../../http/replies/problem";
import { readRange } from "./byte-range";
import type { ServedFile } from "./stored-files.repository";

const RETRY_AFTER_SECONDS = 10;

/** Any page may show and play a file; the file itself loads and runs nothing (docs/reliability.md#served-files). */
const POLICY = {
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  // No file depends on the caller.
  Vary: "Origin",
} as const;

/** Streams a file or the part that the client asks for. Sets the headers of the file once it is open. */
export async function serveFile(
  request: Request,
  response: Response,
  file: ServedFile,
  storage: Storage,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  // A key is written once: its content never changes.
  const etag = `"${file.storageKey.split("/").at(-1)}"`;
  const fileHeaders = { "Accept-Ranges": "bytes", ...headers, ETag: etag };
  response.set(POLICY);
  if (namesTag(request.get("If-None-Match"), etag)) {
    response.status(304).set(fileHeaders).end();
    return;
  }
  const range = mayBePart(request, etag)
    ? readRange(request.get("Range"), file.byteSize)
    : ({ kind: "whole" } as const);
  if (range.kind === "unsatisfiable") {
    response
      .status(416)
      .set(fileHeaders)
      // The answer is no file, so a cache must not keep it like one.
      .set({ "Content-Range": `bytes */${file.byteSize}`, "Cache-Control": "private, no-store" })
      .end();
    return;
  }
  const { start, end } = range.kind === "part" ? range : { start: 0, end: file.byteSize - 1 };
  const hasBody = request.method !== "HEAD" && file.byteSize > 0;
  const content = hasBody
    ? await open(storage, file, range.kind === "part" ? { start, end } : undefined)
    : undefined;
  response.status(range.kind === "part" ? 206 : 200).set({
    ...fileHeaders,
    "Content-Type": file.contentType,
    "Content-Length": String(end - start + 1),
    ...(range.kind === "part" ? { "Content-Range": `bytes ${start}-${end}/${file.byteSize}` } : {}),
  });
  if (content === undefined) {
    response.end();
    return;
  }
  await pipeline(content, response).catch((error: unknown) => {
    // The client left, or the storage failed. The client notices the wrong length.
    response.destroy();
    if (!isClientGone(error)) throw error;
  });
}

async function open(
  storage: Storage,
  file: ServedFile,
  range: { readonly start: number; readonly end: number } | undefined,
) {
  try {
    return await storage.open(file.storageKey, range);
  } catch (error) {
    if (isStorageError(error, "missing")) throw new NotFound("Page");
    if (isStorageError(error)) throw unavailable("Files cannot be read now", RETRY_AFTER_SECONDS);
    throw error;
  }
}

/** `If-Range` asks for a part of the named version only. */
const mayBePart = (request: Request, etag: string): boolean => {
  const condition = request.get("If-Range");
  return request.method === "GET" && (condition === undefined || condition === etag);
};

const isClientGone = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ERR_STREAM_PREMATURE_CLOSE" ||
    error.code === "ECONNRESET" ||
    error.code === "EPIPE");
