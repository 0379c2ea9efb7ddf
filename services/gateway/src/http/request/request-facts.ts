import type { BaseUrl } from "@polls/config";
import type { Request, RequestHandler } from "express";
import { badRequest } from "../replies/problem";
import { isTextHeader, readTextHeader, textHeaderNames } from "./text-headers";

/** The value of a header that `requireSingleHeaders` checks. Decodes texts of users. */
export function headerOf({ headers }: Request, name: string): string | undefined {
  const single = (each: string) => headers[each.toLowerCase()] as string | undefined;
  return isTextHeader(name) ? readTextHeader(name, single) : single(name);
}

/** By their names in lower case (docs/reference/requests.md#headers). Node refuses a second `Content-Length`. */
const singleHeaders = new Map(
  [
    ...["Host", "Content-Type", "Authorization", "Origin", "Idempotency-Key", ...textHeaderNames],
    ...["Sec-Fetch-Site", "Stripe-Signature", "X-Personal-Link"],
  ].map((name) => [name.toLowerCase(), name]),
);

/** Of repeated headers a proxy may use the last one, where Node uses the first, and decide on another request. */
export const requireSingleHeaders: RequestHandler = ({ rawHeaders }, _response, next) => {
  const seen: string[] = [];
  // `headers` drops the second value.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = singleHeaders.get(rawHeaders[at]?.toLowerCase() ?? "");
    if (name === undefined) continue;
    if (seen.includes(name)) throw badRequest(`${name} is given more than once`);
    seen.push(name);
  }
  next();
};

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
