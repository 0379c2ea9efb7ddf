import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Express, RequestHandler } from "express";
import type { AddressLimits } from "../http/limits/rate-limit";
import { servePath } from "../http/routing/allowed-methods";

/**
 * The directory of scripts that are served as they are. The path is correct from `src` and from
 * `dist`.
 */
const directory = join(__dirname, "../../browser");

const HOUR_SECONDS = 3_600;

/** The script that refreshes pages. */
export const watchPath = "/pages/watch.js";
/** The script that shows moments in the time zone of the visitor. */
export const localTimesPath = "/pages/local-times.js";

interface BrowserScript {
  readonly path: string;
  /** The name of the file in `services/gateway/browser`. */
  readonly file: string;
  readonly caching: string;
  /** Pages of other hosts may load it. */
  readonly forAll?: true;
}

const scripts: readonly BrowserScript[] = [
  // Browsers revalidate it each time, so that page and script have the same version.
  { path: watchPath, file: "watch.js", caching: "public, no-cache" },
  { path: localTimesPath, file: "local-times.js", caching: "public, no-cache" },
  // Sizes the frames of polls on pages of other sites (docs/reference/pages.md#embedding).
  { path: "/embed.js", file: "embed.js", forAll: true, caching: `public, max-age=${HOUR_SECONDS}` },
];

/** Serves the scripts that are not built. */
export function addScriptRoutes(app: Express, deps: AddressLimits): void {
  for (const { path, file, caching, forAll } of scripts) {
    const body = readFileSync(join(directory, file));
    const headers = {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": caching,
      ETag: `"${createHash("sha256").update(body).digest("base64url")}"`,
      "Cross-Origin-Resource-Policy": forAll ? "cross-origin" : "same-origin",
      Vary: "Origin",
    };
    const get: RequestHandler = (_request, response) => {
      response.set(headers).send(body);
    };
    servePath(app, path, { get: [get] }, deps);
  }
}
