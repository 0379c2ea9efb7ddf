import type { IncomingMessage, RequestListener } from "node:http";
import type { BaseUrl } from "@polls/config";

/** Below the path of `BASE_URL`, stripped by a proxy or not (docs/proxies.md#below-a-path). */
export function serveBelow(
  baseUrl: BaseUrl,
  paths: readonly string[],
  listener: RequestListener,
): RequestListener {
  if (baseUrl.prefix === "") return listener;
  const pathOf = pathsBelow(baseUrl, paths);
  return (request, response) => {
    request.url = addressedPath(request, pathOf);
    listener(request, response);
  };
}

function addressedPath({ url = "/" }: IncomingMessage, pathOf: (path: string) => string): string {
  const mark = url.indexOf("?");
  return mark === -1 ? pathOf(url) : pathOf(url.slice(0, mark)) + url.slice(mark);
}

/**
 * Returns the function that removes the path of `BASE_URL` from the path of a request. A path that a
 * proxy has stripped may begin like it: `/polls/new` below `/polls` is the page of that name. The part
 * after the prefix then names nothing of the service.
 */
export function pathsBelow(baseUrl: BaseUrl, paths: readonly string[]): (path: string) => string {
  const known = new Set(paths);
  const groups = new Set(paths.map(firstSegment));
  return (path) => {
    const below = baseUrl.below(path);
    if (below === undefined) return path;
    // The page at this path shows the start page to visitors who are not signed in.
    if (path === baseUrl.prefix && known.has(path)) return path;
    return groups.has(firstSegment(below)) ? below : path;
  };
}

/** The first segment of a path, with its slash. */
export const firstSegment = (path: string): string => /^\/[^/]*/.exec(path)?.[0] ?? path;
