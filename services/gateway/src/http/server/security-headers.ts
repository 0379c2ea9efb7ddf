import type { RequestHandler } from "express";
import type { Config } from "../../config";
import { textHeaderNames } from "../request/text-headers";

/** Written by hand, because `helmet` sets other headers, for sites. Pages and files differ. */
export const everyResponse: readonly (readonly [string, string])[] = Object.entries({
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Cache-Control": "private, no-store",
  Vary: ["Accept-Language", "Authorization", "Origin", ...textHeaderNames].join(", "),
});

export const setSecurityHeaders: RequestHandler = (_request, response, next) => {
  for (const [name, value] of everyResponse) response.setHeader(name, value);
  next();
};

const STRICT_TRANSPORT = "max-age=31536000";

/** HTTPS only, in production (docs/reference/requests.md#headers). Subdomains may be of others. */
export const strictTransport = (settings: HttpsSettings): readonly RequestHandler[] =>
  httpsHeaders(settings).map(
    ([name, value]): RequestHandler =>
      (_request, response, next) => {
        response.setHeader(name, value);
        next();
      },
  );

interface HttpsSettings {
  readonly config: Pick<Config, "production" | "baseUrl">;
}

export const httpsHeaders = ({
  config: { production, baseUrl },
}: HttpsSettings): readonly (readonly [string, string])[] =>
  production && baseUrl.protocol === "https:"
    ? [["Strict-Transport-Security", STRICT_TRANSPORT]]
    : [];
