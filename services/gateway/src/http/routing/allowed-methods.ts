import type { Express, RequestHandler } from "express";
import { type AddressLimits, limitByAddress } from "../limits/rate-limit";
import { methodNotAllowed } from "../replies/problem";

/** The value of `Allow`. GET also serves HEAD, and every path has OPTIONS. */
export const allowOf = (methods: readonly string[]): string =>
  [...new Set(["OPTIONS", ...methods, ...(methods.includes("GET") ? ["HEAD"] : [])])]
    .sort()
    .join(", ");

export interface PathHandlers {
  /** Serves HEAD too. */
  readonly get?: readonly RequestHandler[];
  readonly post?: readonly RequestHandler[];
}

/** Other methods of the path are 405 (docs/reference/requests.md#service-addresses). */
export function servePath(
  app: Express,
  path: string,
  { get, post }: PathHandlers,
  deps: AddressLimits,
): void {
  const route = app.route(path);
  if (get !== undefined) route.get([...get]);
  if (post !== undefined) route.post([...post]);
  const allow = allowOf([
    ...(get === undefined ? [] : ["GET"]),
    ...(post === undefined ? [] : ["POST"]),
  ]);
  route.options((_request, response) => {
    response.status(204).set("Allow", allow).end();
  });
  route.all(limitByAddress(deps), () => {
    throw methodNotAllowed(allow);
  });
}
