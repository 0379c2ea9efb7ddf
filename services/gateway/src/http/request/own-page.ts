import { Forbidden } from "@polls/domain/refusals";
import type { Request } from "express";
import type { Deps } from "../../deps";
import { ownUrlOf } from "./own-url";
import { headerOf } from "./request-facts";

/**
 * Refuses requests that were not sent by a page of this service, because browsers add the cookies
 * to those too (docs/reference/pages.md#cross-site-requests). A script cannot set `Sec-Fetch-Site`
 * or `Origin`. `Sec-Fetch-Site` is missing without HTTPS.
 */
export function requireOwnPage(
  request: Request,
  { config, log }: Pick<Deps, "config" | "log">,
): void {
  const site = headerOf(request, "Sec-Fetch-Site");
  if (site === "same-origin") return;
  const origin = headerOf(request, "Origin");
  const ownUrl = ownUrlOf(request, config);
  if (site === undefined && isOwn(origin, [ownUrl, ...config.baseUrls])) return;
  if (site === undefined && origin !== undefined) {
    log.warn(
      { origin, address: ownUrl.origin },
      "refused a page under an address that is not in BASE_URLS and not in the header Host or X-Forwarded-Host of a proxy in TRUSTED_PROXIES",
    );
  }
  throw new Forbidden();
}

/** Without HTTPS the scheme is unknown: a proxy may have removed it. */
const isOwn = (origin: string | undefined, urls: readonly URL[]): boolean =>
  urls.some((url) =>
    url.protocol === "https:"
      ? origin === url.origin
      : origin?.replace(/^https:/, "http:") === url.origin,
  );
