import type { BudgetState } from "./rate-limit";

/** Requests of one key in the current window and in the previous one. */
export interface Counts {
  readonly current: number;
  readonly previous: number;
}

/**
 * Estimates a sliding window from two fixed ones. The previous window counts for the share of it
 * that the sliding window still covers, as if its requests were spread evenly. `elapsed` is the
 * share of the current window that has passed, from 0 to 1.
 */
export function judgeWindow(
  { current, previous }: Counts,
  elapsed: number,
  limit: number,
  windowMs: number,
  amount = 1,
): BudgetState {
  const used = current + previous * (1 - elapsed);
  const allowed = used + amount <= limit;
  const waitShare = allowed ? 1 - elapsed : shareUntilFree({ current, previous }, elapsed, limit);
  return {
    allowed,
    limit,
    remaining: Math.max(0, Math.floor(limit - used)),
    resetSeconds: Math.max(1, Math.ceil((waitShare * windowMs) / 1_000)),
  };
}

/** The number of windows until one more request is allowed. */
function shareUntilFree({ current, previous }: Counts, elapsed: number, limit: number): number {
  const free = limit - 1 - current;
  if (free >= 0 && previous > 0) return 1 - free / previous - elapsed;
  return 1 - elapsed + Math.max(0, 1 - (limit - 1) / current);
}
