import type { PostResult } from "./post";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Time until the next attempt, by failed ones: eleven within about a day. */
const gaps = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  1 * hour,
  2 * hour,
  4 * hour,
  8 * hour,
  8 * hour,
] as const;

/** Jitter, so that deliveries that failed together are not retried together. */
const spread = 0.1;

/** An endpoint without success for this long is switched off when the next delivery fails. */
const FAILING_MAX_MS = 3 * day;

const GONE = 410;

export interface Attempt {
  readonly answer: PostResult;
  /** The attempt since the event or since another delivery was requested, from 1. */
  readonly nth: number;
  readonly now: Date;
  /** A random number in [0, 1). */
  readonly chance: number;
}

export type AttemptResult =
  | { readonly kind: "delivered" }
  | { readonly kind: "retry"; readonly inMs: number }
  | { readonly kind: "failed"; readonly gone: boolean };

/**
 * What follows an attempt: 2xx is a success, 410 ends the webhook, everything else is retried
 * (docs/reference/webhooks.md#retries).
 */
export function judgeAttempt({ answer, nth, now, chance }: Attempt): AttemptResult {
  const status = "status" in answer ? answer.status : undefined;
  if (status !== undefined && status >= 200 && status < 300) return { kind: "delivered" };
  if (status === GONE) return { kind: "failed", gone: true };
  const gap = gaps[nth - 1];
  if (gap !== undefined) {
    const inMs = Math.max(gap, askedForMs(answer, now)) * (1 + spread * chance);
    return { kind: "retry", inMs: Math.round(inMs) };
  }
  return { kind: "failed", gone: false };
}

/** Responses that may say when to come back. */
const waiting: ReadonlySet<number> = new Set([429, 503]);

/** The time that the endpoint asks for by `Retry-After`, in seconds or as a date: an hour at most, else 0. */
function askedForMs(answer: PostResult, now: Date): number {
  if (!("status" in answer) || !waiting.has(answer.status)) return 0;
  const { retryAfter = "" } = answer;
  const asked = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * second
    : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(asked) ? 0 : Math.min(asked, hour);
}

/**
 * Why a webhook is switched off when a delivery is given up, if it is. `failingSince`: since when
 * no attempt of it has succeeded.
 */
export function switchOffOf(
  { gone }: { readonly gone: boolean },
  failingSince: Date,
  now: Date,
): "gone" | "failing" | undefined {
  if (gone) return "gone";
  return now.getTime() - failingSince.getTime() >= FAILING_MAX_MS ? "failing" : undefined;
}
