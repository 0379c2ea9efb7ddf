import { type Actor, hasPrivateToken, type PollCaller } from "@polls/domain/access";
import type { MailRequester, MailRequesters } from "@polls/domain/mails";
import { accountOfPoll, type Poll } from "@polls/domain/polls";
import { type CodeOf, TooManyRequests } from "@polls/domain/refusals";
import type { RequestHandler, Response } from "express";
import type { Config } from "../../config";
import { clientAddressOf, networkOf } from "../request/client-address";

export interface BudgetState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the next request is allowed; with budget left, until the budget is full again. */
  readonly resetSeconds: number;
}

/** Decides from memory, without waiting for Redis (docs/reference/requests.md#rate-limits). */
export interface RateLimiter {
  /** Counts one request of `key`, or an amount, against `limit` in a sliding window of `windowMs`. */
  readonly take: (key: string, limit: number, windowMs: number, amount?: number) => BudgetState;
  /** Returns the result of `take` without counting a request. */
  readonly peek: (key: string, limit: number, windowMs: number) => BudgetState;
}

/** Counts a budget once, so that a transaction that is tried again is not charged again. */
export function countingOnce(limiter: RateLimiter): RateLimiter {
  const taken = new Map<string, BudgetState>();
  return {
    take(key, limit, windowMs, amount) {
      const state = taken.get(key) ?? limiter.take(key, limit, windowMs, amount);
      taken.set(key, state);
      return state;
    },
    peek: (key, limit, windowMs) => taken.get(key) ?? limiter.peek(key, limit, windowMs),
  };
}

export interface Limits {
  readonly config: Pick<Config, "rateLimits">;
  readonly rateLimiter: RateLimiter;
}

export const RATE_WINDOW_MS = 60_000;

const networkClient = (clientAddress: string) => `address:${networkOf(clientAddress)}` as const;

/** The account of a private token, or else the network of the client. */
export const clientOf = (actor: Actor | undefined, clientAddress: string): MailRequester =>
  actor !== undefined && hasPrivateToken(actor)
    ? `account:${actor.accountId}`
    : networkClient(clientAddress);

/**
 * The requesters that the mails of a request are counted for: the network, and the account of a
 * private token. Kept mails of an address are only for requesters that are both new to it
 * (docs/reference/mails.md#who-may-spend-the-mails-of-an-address).
 */
export const mailRequesters = (actor: Actor | undefined, clientAddress: string): MailRequesters => [
  networkClient(clientAddress),
  ...(actor !== undefined && hasPrivateToken(actor) ? [`account:${actor.accountId}` as const] : []),
];

export const rateLimitFor = (
  actor: Actor | undefined,
  clientAddress: string,
  { config, rateLimiter }: Limits,
): BudgetState =>
  rateLimiter.take(clientOf(actor, clientAddress), config.rateLimits.requests, RATE_WINDOW_MS);

export const rateLimitForAddress = (clientAddress: string, deps: Limits) =>
  rateLimitFor(undefined, clientAddress, deps);

export interface Budget {
  readonly key: string;
  readonly limit: number;
}

/**
 * Counts one use of each budget per minute, or an amount, of which the last takes what is left. Throws 429 if
 * one is used up, and then counts nothing.
 */
export function spend(
  rateLimiter: RateLimiter,
  budgets: Budget | readonly Budget[],
  code?: CodeOf<429>,
  amount = 1,
): void {
  const all = [budgets].flat().map((budget) => ({
    ...rateLimiter.peek(budget.key, budget.limit, RATE_WINDOW_MS),
    key: budget.key,
    limit: budget.limit,
  }));
  for (const { allowed, resetSeconds } of all) {
    if (!allowed) throw new TooManyRequests(resetSeconds, code);
  }
  for (const { key, limit, remaining } of all) {
    rateLimiter.take(key, limit, RATE_WINDOW_MS, Math.max(1, Math.min(amount, remaining)));
  }
}

/** Times the budget of one poll, for all polls of an account: otherwise new polls would bring new budgets. */
const POLLS_OF_ACCOUNT = 10;

const budgetsOfCreation = (
  what: "participants" | "options",
  poll: Poll,
  clientAddress: string,
  { rateLimits }: Limits["config"],
): readonly Budget[] => {
  const network = networkOf(clientAddress);
  const limit = rateLimits.createdParticipants;
  const ofAccount = `${what}:account:${accountOfPoll(poll)}:${network}`;
  return [
    { key: `${what}:${poll.id}:${network}`, limit },
    { key: ofAccount, limit: POLLS_OF_ACCOUNT * limit },
  ];
};

/** Counts a new participant of an address. Throws 429 above the budget of the poll or of its account. */
export const limitCreatedParticipants = (
  poll: Poll,
  clientAddress: string,
  { config, rateLimiter }: Limits,
): void =>
  spend(
    rateLimiter,
    budgetsOfCreation("participants", poll, clientAddress, config),
    "too_many_participants",
  );

/** Counts new options of a member in the same way. Admins may create as many as their requests do. */
export function limitCreatedOptions(
  { poll, access, clientAddress }: Pick<PollCaller, "poll" | "access"> & OfClient,
  count: number,
  { config, rateLimiter }: Limits,
): void {
  if (access === "admin") return;
  const budgets = budgetsOfCreation("options", poll, clientAddress, config);
  spend(rateLimiter, budgets, undefined, count);
}

interface OfClient {
  readonly clientAddress: string;
}

/** Counts a file of options or participants. Throws 429 above the budget of its account. */
export function limitImports(
  actor: Actor,
  clientAddress: string,
  { config, rateLimiter }: Limits,
): void {
  const key = `imports:${clientOf(actor, clientAddress)}`;
  spend(rateLimiter, { key, limit: config.rateLimits.imports });
}

const KEPT_REPLIES_MAX_BYTES = 64_000_000;
const KEPT_REPLIES_WINDOW_MS = 3_600_000;

/** Counts the bytes of a reply that would be stored for an `Idempotency-Key` of the account. */
export const limitKeptReplies = (
  { accountId }: Actor,
  bytes: number,
  rateLimiter: RateLimiter,
): BudgetState =>
  rateLimiter.take(
    `replies:account:${accountId}`,
    KEPT_REPLIES_MAX_BYTES,
    KEPT_REPLIES_WINDOW_MS,
    bytes,
  );

/** Sets the `RateLimit` headers. Throws 429 if the budget is used up. */
export function applyRateLimit(response: Response, limit: BudgetState): void {
  response.setHeader("RateLimit-Limit", String(limit.limit));
  response.setHeader("RateLimit-Remaining", String(limit.remaining));
  response.setHeader("RateLimit-Reset", String(limit.resetSeconds));
  response.setHeader("RateLimit-Policy", `${limit.limit};w=${RATE_WINDOW_MS / 1_000}`);
  if (!limit.allowed) throw new TooManyRequests(limit.resetSeconds);
}

export interface AddressLimits extends Limits {
  readonly config: Pick<Config, "rateLimits" | "trustedProxies">;
}

export const limitByAddress =
  (deps: AddressLimits): RequestHandler =>
  (request, response, next) => {
    const clientAddress = clientAddressOf(request, deps.config.trustedProxies);
    applyRateLimit(response, rateLimitForAddress(clientAddress, deps));
    next();
  };
