import { createHash, timingSafeEqual } from "node:crypto";
import { TooManyRequests } from "@polls/domain/refusals";
import type { RequestHandler } from "express";
import type { OperatorCredentials } from "../config";
import { RATE_WINDOW_MS, type RateLimiter } from "../http/limits/rate-limit";
import { networkOf, plainAddress } from "../http/request/client-address";

/** Wrong passwords per minute and network. */
const WRONG_PASSWORDS_MAX = 10;

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** By HTTP Basic authentication, in constant time, with few wrong passwords per minute. */
export function requireOperator(
  { user, password }: OperatorCredentials,
  rateLimiter: RateLimiter,
): RequestHandler {
  const expected = digestOf(`${user}:${password}`);
  return (request, response, next) => {
    const key = `operator:${networkOf(plainAddress(request.socket.remoteAddress ?? ""))}`;
    const budget = rateLimiter.peek(key, WRONG_PASSWORDS_MAX, RATE_WINDOW_MS);
    if (!budget.allowed) throw new TooManyRequests(budget.resetSeconds);
    const given = credentialsIn(request.headers.authorization);
    if (given !== undefined && timingSafeEqual(digestOf(given), expected)) return next();
    if (given !== undefined) rateLimiter.take(key, WRONG_PASSWORDS_MAX, RATE_WINDOW_MS);
    response.setHeader("WWW-Authenticate", 'Basic realm="operators", charset="UTF-8"');
    response.status(401).type("text").send("Log in as the operator.\n");
  };
}

function credentialsIn(header: string | undefined): string | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? "") ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString("utf8");
}
