import { Forbidden } from "@polls/domain/refusals";
import type { Request } from "express";
import type { Config } from "../../config";
import { headerOf } from "./request-facts";

/**
 * Refuses requests that were not sent by a page of this service, because browsers add the cookies
 * to those too. `Sec-Fetch-Site` is missing without HTTPS. `Origin` is always present.
 */
export function requireOwnPage(request: Request, { baseUrl }: Pick<Config, "baseUrl">): void {
  const site = headerOf(request, "Sec-Fetch-Site");
  if (headerOf(request, "Origin") !== baseUrl.origin) throw new Forbidden();
  if (site !== undefined && site !== "same-origin") throw new Forbidden();
}
