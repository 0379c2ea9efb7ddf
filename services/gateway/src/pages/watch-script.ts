import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Express, RequestHandler } from "express";
import type { AddressLimits } from "../http/limits/rate-limit";
import { servePath } from "../http/routing/allowed-methods";

/** The path of the script that refreshes pages. */
export const watchPath = "/pages/watch.js";

/** Sent as it is, so it is no source of the build. The path is right from `src` and from `dist`. */
const script = readFileSync(join(__dirname, "../../browser/watch.js"));

const headers = {
  "Content-Type": "text/javascript; charset=utf-8",
  // Revalidated each time, so that page and script are of one version.
  "Cache-Control": "public, no-cache",
  ETag: `"${createHash("sha256").update(script).digest("base64url")}"`,
  "Cross-Origin-Resource-Policy": "same-origin",
  Vary: "Origin",
};

/** Serves the only script that our pages load. */
export function addWatchScriptRoute(app: Express, deps: AddressLimits): void {
  const get: RequestHandler = (_request, response) => {
    response.set(headers).send(script);
  };
  servePath(app, watchPath, { get: [get] }, deps);
}
