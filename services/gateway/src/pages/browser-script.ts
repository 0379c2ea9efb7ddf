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

interface BrowserScript {
  readonly path: string;
  /** The name of the file in `services/gateway/browser`. */
  readonly file: string;
  readonly caching: string;
  /** Pages of other hosts may load it. */
  readonly forAll?: true;
}

/** Serves a script that is not built. */
export function addScriptRoute(app: Express, script: BrowserScript, deps: AddressLimits): void {
  const body = readFileSync(join(directory, script.file));
  const headers = {
    "Content-Type": "text/javascript; charset=utf-8",
    "Cache-Control": script.caching,
    ETag: `"${createHash("sha256").update(body).digest("base64url")}"`,
    "Cross-Origin-Resource-Policy": script.forAll ? "cross-origin" : "same-origin",
    Vary: "Origin",
  };
  const get: RequestHandler = (_request, response) => {
    response.set(headers).send(body);
  };
  servePath(app, script.path, { get: [get] }, deps);
}
