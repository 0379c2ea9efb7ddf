import type { Express } from "express";
import type { AddressLimits } from "../http/limits/rate-limit";
import { addScriptRoute } from "./browser-script";

export const watchPath = "/pages/watch.js";

/**
 * Serves the script that refreshes pages. Browsers revalidate it each time, so that page and script
 * have the same version.
 */
export const addWatchScriptRoute = (app: Express, deps: AddressLimits): void =>
  addScriptRoute(app, { path: watchPath, file: "watch.js", caching: "public, no-cache" }, deps);
