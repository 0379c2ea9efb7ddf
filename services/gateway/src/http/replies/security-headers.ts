import type { RequestHandler } from "express";

/** Six fixed headers; `helmet` sets others, for sites. Pages and files replace the policy. */
const everyAnswer = Object.entries({
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Cache-Control": "private, no-store",
  Vary: "Authorization, Origin, X-SERVICE-USER-IDENTIFIER, X-SERVICE-POLL-PASSWORD",
});

export const setSecurityHeaders: RequestHandler = (_request, response, next) => {
  for (const [name, value] of everyAnswer) response.setHeader(name, value);
  next();
};

/** The `frame-ancestors` of a poll's pages: every site, or with `allowed_hosts` these hosts and our own. */
export function frameAncestors(allowedHosts: readonly string[], ownHost: string): string {
  if (allowedHosts.length === 0) return "frame-ancestors *";
  const hosts = [ownHost, ...allowedHosts].filter((host) => /^(\*\.)?[a-z0-9.:-]+$/i.test(host));
  return `frame-ancestors 'self' ${hosts.flatMap((host) => [`https://${host}:*`, `http://${host}:*`]).join(" ")}`;
}
