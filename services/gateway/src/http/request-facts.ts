import type { Request } from "express";
import { badRequest } from "./problem";

/** A header of which there may be only one; twice: 400, since nobody can tell which one is meant. */
export function headerOf(request: Request, name: string): string | undefined {
  const values = request.headersDistinct[name.toLowerCase()];
  if (values !== undefined && values.length > 1)
    throw badRequest(`${name} is given more than once`);
  return values?.[0];
}

/**
 * The public address of a request. A path or query that is no valid percent-encoding is 400, as is
 * one with a character 0, which nothing is named with and PostgreSQL takes in no text.
 */
export function addressOf(request: Request, baseUrl: URL): URL {
  const query = request.originalUrl.split("?").slice(1).join("?");
  if (!isWellEncoded(query) || !isWellEncoded(request.path)) {
    throw badRequest("The address is not encoded well");
  }
  const address = new URL(baseUrl.origin);
  address.pathname = request.path;
  address.search = query;
  return address;
}

function isWellEncoded(part: string): boolean {
  try {
    return !decodeURIComponent(part).includes("\0");
  } catch {
    return false;
  }
}
