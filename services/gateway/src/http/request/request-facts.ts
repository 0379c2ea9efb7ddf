import type { BaseUrl } from "@polls/config";
import type { Request, RequestHandler } from "express";
import { badRequest } from "../replies/problem";
import { isTextHeader, readTextHeader, textHeaderNames } from "./text-headers";

/** Throws 400 if a header occurs twice, as either value may be meant. Decodes texts of users. */
export function headerOf(request: Request, name: string): string | undefined {
  return isTextHeader(name)
    ? readTextHeader(name, (each) => singleHeader(request, each))
    : singleHeader(request, name);
}

/** Those that each request has once (docs/reference/requests.md#headers). Node refuses a second `Content-Length`. */
const singleHeaders = [
  "Host",
  "Content-Type",
  "Authorization",
  ...textHeaderNames,
  "Origin",
  "Idempotency-Key",
];

/** Of repeated headers a proxy may use the last one, where Node uses the first, and decide on another request. */
export const requireSingleHeaders: RequestHandler = (request, _response, next) => {
  for (const name of singleHeaders) singleHeader(request, name);
  next();
};

/** Reads the raw headers, because `headers` drops the second value. */
function singleHeader({ headers, rawHeaders }: Request, name: string): string | undefined {
  const key = name.toLowerCase();
  if (headers[key] === undefined) return undefined;
  let value: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length !== key.length || rawHeaders[at]?.toLowerCase() !== key) continue;
    if (value !== undefined) throw badRequest(`${name} is given more than once`);
    value = rawHeaders[at + 1];
  }
  return value;
}

/** The public URL of a request. Throws 400 for a path or query that is not encoded well. */
export function addressOf(request: Request, baseUrl: BaseUrl): URL {
  const address = new URL(baseUrl.href + request.path);
  const query = wellEncodedQuery(request);
  if (query !== "") address.search = query;
  return address;
}

/** The parameters in the query of a request. Throws 400 for a path or query that is not encoded well. */
export const queryOf = (request: Request): URLSearchParams =>
  new URLSearchParams(wellEncodedQuery(request));

/** Throws 400 for an invalid percent-encoding, and for the character 0, which no column stores. */
function wellEncodedQuery({ path, originalUrl }: Request): string {
  const mark = originalUrl.indexOf("?");
  const query = mark === -1 ? "" : originalUrl.slice(mark);
  if (!isWellEncoded(query) || !isWellEncoded(path)) {
    throw badRequest("The URL is not encoded correctly");
  }
  return query;
}

function isWellEncoded(part: string): boolean {
  if (!part.includes("%") && !part.includes("\0")) return true;
  try {
    return !decodeURIComponent(part).includes("\0");
  } catch {
    return false;
  }
}
