import type { Request, Response } from "express";
import { etagOf, namesTag } from "./etag";
import type { Reply, WriteBody } from "./reply";

/** At most this much of an unread body is read and dropped. */
const UNREAD_MAX_BYTES = 16 * 1024 * 1024;
const UNREAD_MAX_MS = 2_000;
/** A client that sends no data for this time is assumed to wait for the response. */
const SILENCE_MS = 200;

/** A `tagged` response has an `ETag` (docs/reference/requests.md#versions-of-answers). */
export async function send(
  request: Request,
  response: Response,
  { status, body, headers = {} }: Reply,
  { tagged = false }: { readonly tagged?: boolean } = {},
): Promise<void> {
  if (response.headersSent) return;
  if (response.destroyed) {
    // The client has disconnected. `end` tells `shedLoad` that the work on the request is done.
    response.end();
    return;
  }
  if (!request.complete && !(await drain(request))) response.shouldKeepAlive = false;
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

/** Reads the rest of a body and drops it. Resolves to false if the body did not end in time. */
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
