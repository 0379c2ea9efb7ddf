import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Express } from "express";

/** Where the script of pages that wait is. */
export const watchPath = "/pages/watch.js";

/** Outside the sources, since it is sent as it stands: as far from here as from what the build makes of this. */
const script = readFileSync(join(__dirname, "../../browser/watch.js"));

const headers = {
  "Content-Type": "text/javascript; charset=utf-8",
  // Kept, and asked about each time: page and script are always of one version.
  "Cache-Control": "public, no-cache",
  ETag: `"${createHash("sha256").update(script).digest("base64url")}"`,
  "Cross-Origin-Resource-Policy": "same-origin",
  Vary: "Origin",
};

/** The script of pages that wait, which is the only one that our pages load. */
export function addWatchScriptRoute(app: Express): void {
  app.get(watchPath, (_request, response) => {
    response.set(headers).send(script);
  });
}
