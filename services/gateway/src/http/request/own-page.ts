import { Forbidden } from "@polls/domain/refusals";
import type { Request } from "express";
import type { Config } from "../../config";
import { headerOf } from "./request-facts";

/**
 * Refuses requests that no page of ours sends, since the browser adds cookies to them too. `Sec-Fetch-Site` is
 * missing without encryption, and `Origin` never is.
 */
export function demandOwnPage(request: Request, { baseUrl }: Pick<Config, "baseUrl">): void {
  const site = headerOf(request, "Sec-Fetch-Site");
  if (headerOf(request, "Origin") !== baseUrl.origin) throw new Forbidden();
  if (site !== undefined && site !== "same-origin") throw new Forbidden();
}
