import { pipeline } from "node:stream/promises";
import { NotFound } from "@polls/domain/refusals";
import { isStorageError, type Storage } from "@polls/storage";
import type { Request, Response } from "express";
import { namesTag } from "../../http/replies/etag";
import type { ServedFile } from "./stored-files.repository";

/** Any page may show a file; it may load and run nothing (docs/reliability.md#served-files). */
const POLICY = {
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  // The response depends on no other header, because it is the same for all callers.
  Vary: "Origin",
} as const;

/** Sets the headers of the file once it is open. */
export async function serveFile(
  request: Request,
  response: Response,
  file: ServedFile,
  storage: Storage,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  // The content of a key never changes, so the key is the ETag.
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
      // The response is not the file, so a cache must not store it like the file.
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
    // The client disconnected or the storage failed. The client detects the wrong length.
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
    throw error;
  }
}

/** With `If-Range`, a part is sent only if the named version is the current one. */
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

/** The requested part of a file. Both ends are inclusive. */
type RangeRequest =
  | { readonly kind: "whole" }
  | { readonly kind: "part"; readonly start: number; readonly end: number }
  | { readonly kind: "unsatisfiable" };

const WHOLE: RangeRequest = { kind: "whole" };

/**
 * For several ranges, other units and malformed ones the whole file is sent (RFC 9110). Written by
 * hand, because `range-parser` leads to 416 for `bytes=3-1` and for a suffix longer than the file.
 */
function readRange(header: string | undefined, byteSize: number): RangeRequest {
  const [, first = "", last = ""] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return WHOLE;
  if (first === "") {
    const length = Math.min(Number(last), byteSize);
    return length === 0
      ? { kind: "unsatisfiable" }
      : { kind: "part", start: byteSize - length, end: byteSize - 1 };
  }
  const start = Number(first);
  const end = last === "" ? byteSize - 1 : Math.min(Number(last), byteSize - 1);
  if (last !== "" && Number(last) < start) return WHOLE;
  return start >= byteSize ? { kind: "unsatisfiable" } : { kind: "part", start, end };
}
