/** One taken place in a sliding window, or the refusal of it. */
export interface RateLimit {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until a place is free again. */
  readonly resetSeconds: number;
}

/** Answers at once and never waits for Redis (decisions 2). */
export interface RateLimiter {
  /** Counts one request of `key` against `limit` in a sliding window of `windowMs`. */
  readonly take: (key: string, limit: number, windowMs: number) => RateLimit;
  /** What `take` would say, without counting. */
  readonly peek: (key: string, limit: number, windowMs: number) => RateLimit;
}
