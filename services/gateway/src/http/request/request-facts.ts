import type { Request } from "express";
import { badRequest } from "../replies/problem";

/** A header of which there may be only one; twice: 400, since nobody can tell which one is meant. */
export function headerOf({ rawHeaders }: Request, name: string): string | undefined {
  const wanted = name.toLowerCase();
  let value: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at];
    if (given?.length !== wanted.length || given.toLowerCase() !== wanted) continue;
    if (value !== undefined) throw badRequest(`${name} is given more than once`);
    value = rawHeaders[at + 1];
  }
  return value;
}

/**
 * The public address of a request. A path or query that is no valid percent-encoding is 400, as is
 * one with a character 0, which nothing is named with and PostgreSQL takes in no text.
 */
export function addressOf(request: Request, baseUrl: URL): URL {
  const { path, originalUrl } = request;
  const mark = originalUrl.indexOf("?");
  const query = mark === -1 ? "" : originalUrl.slice(mark);
  if (!isWellEncoded(query) || !isWellEncoded(path)) {
    throw badRequest("The address is not encoded well");
  }
  const address = new URL(baseUrl.origin);
  address.pathname = path;
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
