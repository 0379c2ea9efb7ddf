import type { RequestHandler } from "express";
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
