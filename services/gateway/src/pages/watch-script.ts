import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Express } from "express";
import { noteRequest } from "../http/server/request-log";

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

/** Serves the script of pages that wait, the only one that pages of ours load. */
export function mountWatchScript(app: Express): void {
  app.get(watchPath, (_request, response) => {
    noteRequest(response, { route: watchPath });
    response.set(headers).send(script);
  });
}
