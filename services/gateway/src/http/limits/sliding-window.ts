import type { RateLimit } from "./rate-limit";

/** What is counted of one key: in the window that runs, and in the one before. */
export interface Counts {
  readonly current: number;
  readonly previous: number;
}

/**
 * Judges a sliding window by two fixed ones: of the one before counts the share that the sliding
 * window still covers, as if its requests had been evenly spread. `elapsed` is the share of the
 * running window that has passed, from 0 to 1.
 */
export function judgeWindow(
  { current, previous }: Counts,
  elapsed: number,
  limit: number,
  windowMs: number,
): RateLimit {
  const used = current + previous * (1 - elapsed);
  const allowed = used + 1 <= limit;
  const waitShare = allowed ? 1 - elapsed : shareUntilFree({ current, previous }, elapsed, limit);
  return {
    allowed,
    limit,
    remaining: Math.max(0, Math.floor(limit - used)),
    resetSeconds: Math.max(1, Math.ceil((waitShare * windowMs) / 1_000)),
  };
}

/** How many windows pass until one more request fits. */
function shareUntilFree({ current, previous }: Counts, elapsed: number, limit: number): number {
  const free = limit - 1 - current;
  if (free >= 0 && previous > 0) return 1 - free / previous - elapsed;
  return 1 - elapsed + Math.max(0, 1 - (limit - 1) / current);
}
