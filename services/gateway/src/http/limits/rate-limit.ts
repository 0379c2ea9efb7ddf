import { type Actor, actsForItself } from "@polls/domain/access";
import { TooManyRequests } from "@polls/domain/refusals";
import type { RequestHandler, Response } from "express";
import type { Config } from "../../config";
import { clientAddressOf, networkOf } from "../request/client-address";

/** One taken place in a sliding window, or the refusal of it. */
export interface RateLimit {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until a place is free again; when places are left, until all of them are. */
  readonly resetSeconds: number;
}

/** Answers at once and never waits for Redis (decisions 2). */
export interface RateLimiter {
  /** Counts one request of `key` against `limit` in a sliding window of `windowMs`. */
  readonly take: (key: string, limit: number, windowMs: number) => RateLimit;
  /** What `take` would say, without counting. */
  readonly peek: (key: string, limit: number, windowMs: number) => RateLimit;
}

interface Limits {
  readonly config: Pick<Config, "rateLimits">;
  readonly rateLimiter: RateLimiter;
}

export const RATE_WINDOW_MS = 60_000;

/** Counts a request against its budget: a private token's own, else the client address's (decisions 2). */
export function rateLimitFor(actor: Actor, clientAddress: string, deps: Limits): RateLimit {
  return actsForItself(actor)
    ? deps.rateLimiter.take(
        `account:${actor.accountId}`,
        deps.config.rateLimits.requests,
        RATE_WINDOW_MS,
      )
    : rateLimitForAddress(clientAddress, deps);
}

/** Counts a request nobody is known of: without a valid token, or to no endpoint. */
export const rateLimitForAddress = (clientAddress: string, { config, rateLimiter }: Limits) =>
  rateLimiter.take(
    `address:${networkOf(clientAddress)}`,
    config.rateLimits.requests,
    RATE_WINDOW_MS,
  );

/** Counts a new participant of a poll from an address; 429 above the budget (decisions 2). */
export function limitCreatedParticipants(
  pollId: bigint,
  clientAddress: string,
  { config, rateLimiter }: Limits,
): void {
  const { allowed, resetSeconds } = rateLimiter.take(
    `participants:${pollId}:${networkOf(clientAddress)}`,
    config.rateLimits.createdParticipants,
    RATE_WINDOW_MS,
  );
  if (!allowed) throw new TooManyRequests(resetSeconds, "too_many_participants");
}

/** Tells the client its budget; throws 429 where the budget is spent. */
export function applyRateLimit(response: Response, limit: RateLimit): void {
  response.setHeader("RateLimit-Limit", String(limit.limit));
  response.setHeader("RateLimit-Remaining", String(limit.remaining));
  response.setHeader("RateLimit-Reset", String(limit.resetSeconds));
  response.setHeader("RateLimit-Policy", `${limit.limit};w=${RATE_WINDOW_MS / 1_000}`);
  if (!limit.allowed) throw new TooManyRequests(limit.resetSeconds);
}

/** Counts a request against the budget of its address. */
export const limitByAddress =
  (
    deps: Limits & { readonly config: Pick<Config, "rateLimits" | "trustedProxies"> },
  ): RequestHandler =>
  (request, response, next) => {
    const clientAddress = clientAddressOf(request, deps.config.trustedProxies);
    applyRateLimit(response, rateLimitForAddress(clientAddress, deps));
    next();
  };
