import { pipeline } from "node:stream/promises";
import { NotFound } from "@polls/domain/refusals";
import { isStorageError, type Storage } from "@polls/storage";
import type { Request, Response } from "express";
import { unavailable } from "../../http/replies/problem";
import { readRange } from "./byte-range";
import type { ServedFile } from "./stored-files.repository";

const RETRY_AFTER_SECONDS = 10;

/** Files may be shown and played by any page, and do nothing by themselves (reliability F4). */
const FILE_HEADERS = {
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "Accept-Ranges": "bytes",
  // Nothing of a file depends on who asks.
  Vary: "Origin",
} as const;

/** Streams a file or a part of it; never reads more of it than is asked for. */
export async function serveFile(
  request: Request,
  response: Response,
  file: ServedFile,
  storage: Storage,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  // A key is written once: what it names never changes.
  const etag = `"${file.storageKey.split("/").at(-1)}"`;
  response.set({ ...FILE_HEADERS, ...headers, ETag: etag });
  if (matches(request.get("If-None-Match"), etag)) {
    response.status(304).end();
    return;
  }
  const range = mayBePart(request, etag)
    ? readRange(request.get("Range"), file.byteSize)
    : ({ kind: "whole" } as const);
  if (range.kind === "unsatisfiable") {
    // No file, so not to be kept like one.
    const says = {
      "Content-Range": `bytes */${file.byteSize}`,
      "Cache-Control": "private, no-store",
    };
    response.status(416).set(says).end();
    return;
  }
  const { start, end } = range.kind === "part" ? range : { start: 0, end: file.byteSize - 1 };
  response.status(range.kind === "part" ? 206 : 200).set({
    "Content-Type": file.contentType,
    "Content-Length": String(end - start + 1),
    ...(range.kind === "part" ? { "Content-Range": `bytes ${start}-${end}/${file.byteSize}` } : {}),
  });
  if (request.method === "HEAD" || file.byteSize === 0) {
    response.end();
    return;
  }
  const content = await open(storage, file, range.kind === "part" ? { start, end } : undefined);
  await pipeline(content, response).catch((error: unknown) => {
    // The client has left, or the storage broke off: the length no longer fits, which it notices.
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

const matches = (header: string | undefined, etag: string): boolean =>
  header?.split(",").some((each) => ["*", etag, `W/${etag}`].includes(each.trim())) === true;

/** With `If-Range` only the file that is meant is sent in parts. */
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
