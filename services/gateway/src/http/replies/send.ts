import type { Request, Response } from "express";
import { etagOf, namesTag } from "./etag";
import type { Reply, WriteBody } from "./reply";

/** The part of an unread body that is read and dropped. */
const UNREAD_MAX_BYTES = 16 * 1024 * 1024;
const UNREAD_MAX_MS = 2_000;
/** A client that sends nothing for this time waits for the answer. */
const SILENCE_MS = 200;

/**
 * Sends an answer. One that is `tagged` has an `ETag`, and is 304 without a body where the request names that tag
 * (docs/reference/requests.md#versions-of-answers).
 */
export async function send(
  request: Request,
  response: Response,
  { status, body, headers = {} }: Reply,
  { tagged = false }: { readonly tagged?: boolean } = {},
): Promise<void> {
  if (response.headersSent) return;
  if (response.destroyed) {
    // The client has left. `shedLoad` sees by the end that the work on its request is done.
    response.end();
    return;
  }
  // A client that still sends would see a closed connection instead of the answer.
  if (!request.complete && !(await drain(request))) response.set("Connection", "close");
  response.statusCode = status;
  for (const name in headers) response.setHeader(name, headers[name] ?? "");
  if (typeof body === "function") await (body as WriteBody)(response);
  else if (body === undefined) response.end();
  else {
    const text = JSON.stringify(body);
    if (tagged && status === 200) {
      const etag = etagOf(text, headers);
      response.setHeader("ETag", etag);
      if (namesTag(request.get("If-None-Match"), etag)) {
        response.statusCode = 304;
        response.end();
        return;
      }
    }
    response.setHeader("Content-Type", "application/json; charset=utf-8");
    response.setHeader("Content-Length", Buffer.byteLength(text));
    response.end(text);
  }
}

/** Reads the rest of a body and drops it. False: its end did not come in time. */
function drain(request: Request): Promise<boolean> {
  if (request.destroyed || request.readableEnded) return Promise.resolve(request.complete);
  const hasBody =
    request.headers["transfer-encoding"] !== undefined ||
    Number(request.headers["content-length"] ?? 0) > 0;
  if (!hasBody) return Promise.resolve(true);
  return new Promise((resolve) => {
    let received = 0;
    const stop = (complete: boolean) => {
      clearTimeout(timer);
      clearTimeout(silence);
      request.off("data", count).off("end", ended).off("close", closed);
      if (!complete) request.pause();
      resolve(complete);
    };
    const timer = setTimeout(() => stop(false), UNREAD_MAX_MS);
    const silence = setTimeout(() => stop(false), SILENCE_MS);
    const count = (chunk: Buffer) => {
      received += chunk.length;
      silence.refresh();
      if (received > UNREAD_MAX_BYTES) stop(false);
    };
    const ended = () => stop(true);
    const closed = () => stop(false);
    request.on("data", count).on("end", ended).on("close", closed).resume();
  });
}
