import type { Express } from "express";
import type { AddressLimits } from "../http/limits/rate-limit";
import { addScriptRoute } from "./browser-script";

const HOUR_SECONDS = 3_600;

/**
 * Serves the script that sizes the frames of polls on pages of other sites
 * (docs/reference/pages.md#embedding).
 */
export const addEmbedScriptRoute = (app: Express, deps: AddressLimits): void =>
  addScriptRoute(
    app,
    {
      path: "/embed.js",
      file: "embed.js",
      forAll: true,
      caching: `public, max-age=${HOUR_SECONDS}`,
    },
    deps,
  );
