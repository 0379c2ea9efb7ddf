import type { RequestHandler } from "express";
import { textHeaderNames } from "../request/text-headers";

const ALLOWED_METHODS = "GET, POST, PATCH, DELETE, OPTIONS";

const ALLOWED_HEADERS = [
  "Authorization",
  "Content-Type",
  ...textHeaderNames,
  "Idempotency-Key",
  "If-None-Match",
  "X-Request-Id",
  "Last-Event-ID",
].join(", ");

const EXPOSED_HEADERS = [
  "ETag",
  "X-Total-Pages",
  "X-Total-Count",
  "Link",
  "X-Request-Id",
  "Idempotency-Replayed",
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "RateLimit-Policy",
  "Retry-After",
].join(", ");

const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

export const everyOrigin: readonly (readonly [string, string])[] = Object.entries({
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED_HEADERS,
});

/**
 * Allows every origin, because the API reads no cookies (docs/reference/requests.md#cors). Written
 * by hand, because `cors` treats every OPTIONS request as a preflight. Here, OPTIONS without a
 * preflight header responds with `Allow`.
 */
export const allowAnyOrigin: RequestHandler = (request, response, next) => {
  for (const [name, value] of everyOrigin) response.setHeader(name, value);
  const isPreflight =
    request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
  if (!isPreflight) return next();
  response
    .status(204)
    .set({
      "Access-Control-Allow-Methods": ALLOWED_METHODS,
      "Access-Control-Allow-Headers": ALLOWED_HEADERS,
      "Access-Control-Max-Age": String(PREFLIGHT_MAX_AGE_SECONDS),
    })
    .end();
};
