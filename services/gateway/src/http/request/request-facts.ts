import type { Request, RequestHandler } from "express";
import { badRequest } from "../replies/problem";
import { isTextHeader, readTextHeader } from "./text-headers";

/**
 * A header that may be given once: 400 where it is given twice, since either value may be meant. Texts of
 * users are decoded.
 */
export function headerOf(request: Request, name: string): string | undefined {
  const single = (each: string) => singleHeader(request, each);
  return isTextHeader(name) ? readTextHeader(name, single) : single(name);
}

/**
 * Refuses headers given twice that Node reads the first of. A proxy may read the last one, and would decide on another
 * request. Node refuses two lengths itself.
 */
export const demandSingleHeaders: RequestHandler = (request, _response, next) => {
  for (const name of ["Host", "Content-Type"]) singleHeader(request, name);
  next();
};

function singleHeader({ headersDistinct }: Request, name: string): string | undefined {
  const values = headersDistinct[name.toLowerCase()] ?? [];
  if (values.length > 1) throw badRequest(`${name} is given more than once`);
  return values[0];
}

/**
 * The public address of a request. Throws 400 for an invalid percent-encoding and for the character 0,
 * which PostgreSQL accepts in no text.
 */
export function addressOf(request: Request, baseUrl: URL): URL {
  const { path, originalUrl } = request;
  const mark = originalUrl.indexOf("?");
  const query = mark === -1 ? "" : originalUrl.slice(mark);
  if (!isWellEncoded(query) || !isWellEncoded(path)) {
    throw badRequest("The address is not encoded well");
  }
  const address = new URL(baseUrl.origin + path);
  if (query !== "") address.search = query;
  return address;
}

function isWellEncoded(part: string): boolean {
  if (!part.includes("%") && !part.includes("\0")) return true;
  try {
    return !decodeURIComponent(part).includes("\0");
  } catch {
    return false;
  }
}
