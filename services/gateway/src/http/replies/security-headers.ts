import type { RequestHandler } from "express";
import type { Config } from "../../config";
import { textHeaderNames } from "../request/text-headers";

/** Six fixed headers; `helmet` sets others, for sites. Pages and files replace the policy. */
const everyAnswer = Object.entries({
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Cache-Control": "private, no-store",
  Vary: ["Authorization", "Origin", ...textHeaderNames].join(", "),
});

export const setSecurityHeaders: RequestHandler = (_request, response, next) => {
  for (const [name, value] of everyAnswer) response.setHeader(name, value);
  next();
};

const STRICT_TRANSPORT = "max-age=31536000";

/**
 * Tells browsers to use HTTPS alone from now on, in production (docs/reference/requests.md#headers). Hosts
 * below this one may be of others, so they are not included.
 */
export function demandHttps({
  config: { production, baseUrl },
}: {
  readonly config: Pick<Config, "production" | "baseUrl">;
}): readonly RequestHandler[] {
  if (!production || baseUrl.protocol !== "https:") return [];
  return [
    (_request, response, next) => {
      response.setHeader("Strict-Transport-Security", STRICT_TRANSPORT);
      next();
    },
  ];
}
