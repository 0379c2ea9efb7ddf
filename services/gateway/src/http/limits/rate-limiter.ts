import type { BudgetState, RateLimiter } from "./rate-limit";

/** Requests that this process counted and has not sent to the shared counters yet. */
export interface Increment {
  readonly key: string;
  /** Number of the fixed window, counted from the epoch. */
  readonly window: number;
  readonly windowMs: number;
  readonly count: number;
}

/** Counters that all gateways share. */
export interface SharedCounters {
  /** Returns the counts of all processes in the same order. Rejects during an outage. */
  readonly add: (increments: readonly Increment[]) => Promise<readonly Counts[]>;
}

export interface RateLimiterOptions {
  readonly clock: () => number;
  /** Undefined: this process counts alone. */
  readonly shared?: SharedCounters | undefined;
  readonly maxKeys?: number;
  readonly flushMs?: number;
}

export interface OpenRateLimiter extends RateLimiter {
  /** Sends the increments since the last flush. It also resolves when sending fails. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Entry {
  readonly windowMs: number;
  window: number;
  current: number;
  previous: number;
  /** The part of `current` that is not sent yet. */
  unsent: number;
}

const MAX_KEYS = 50_000;
const FLUSH_MS = 100;
/** Of one call, so that a flood of client addresses does not block Redis. */
const MAX_BATCH = 1_000;

/**
 * Decides by the counts in memory, and sends its counts to the other processes later. During an
 * outage of Redis each process counts alone. Expired keys are deleted, and so are the least
 * recently used ones above `maxKeys`. Written by hand, because `express-rate-limit` and
 * `rate-limiter-flexible` wait for Redis.
 */
export function createRateLimiter(options: RateLimiterOptions): OpenRateLimiter {
  const { clock, shared, maxKeys = MAX_KEYS, flushMs = FLUSH_MS } = options;
  const entries = new Map<string, Entry>();
  const dirty = new Set<string>();
  /** Counts of windows that ended before they were sent. */
  let ended: Increment[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;

  function entryOf(key: string, windowMs: number, now: number): Entry {
    const window = Math.floor(now / windowMs);
    const known = entries.get(key);
    const entry = known ?? { windowMs, window, current: 0, previous: 0, unsent: 0 };
    if (window !== entry.window) {
      const { window: last, unsent: count } = entry;
      if (count > 0 && shared !== undefined) ended.push({ key, window: last, windowMs, count });
      entry.previous = window === entry.window + 1 ? entry.current : 0;
      entry.current = 0;
      entry.unsent = 0;
      entry.window = window;
    }
    return entry;
  }

  const judge = (entry: Entry, limit: number, now: number, amount?: number) =>
    judgeWindow(entry, now / entry.windowMs - entry.window, limit, entry.windowMs, amount);

  function store(key: string, entry: Entry, now: number): void {
    entries.delete(key);
    entries.set(key, entry);
    for (const [oldest, { window, windowMs }] of entries) {
      const over = window + 1 < Math.floor(now / windowMs);
      if (!over && entries.size <= maxKeys) return;
      entries.delete(oldest);
      dirty.delete(oldest);
    }
  }

  function scheduleFlush(key: string): void {
    if (shared === undefined) return;
    dirty.add(key);
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, flushMs).unref();
  }

  async function flushOnce(counters: SharedCounters): Promise<void> {
    const batch = ended.slice(0, MAX_BATCH);
    ended = ended.slice(MAX_BATCH);
    for (const key of dirty) {
      if (batch.length >= MAX_BATCH) break;
      dirty.delete(key);
      const entry = entries.get(key);
      if (entry === undefined || entry.unsent === 0) continue;
      const { window, windowMs, unsent: count } = entry;
      entry.unsent = 0;
      batch.push({ key, window, windowMs, count });
    }
    if (batch.length === 0) return;
    const counts = await counters.add(batch).catch(() => []);
    batch.forEach(({ key, window, count }, index) => {
      const entry = entries.get(key);
      const all = counts[index];
      if (entry === undefined) return;
      if (all !== undefined) mergeCounts(entry, window, all);
      // Sent with the next request of the key. Each process counts alone until then.
      else if (entry.window === window) entry.unsent += count;
    });
  }

  function flush(): Promise<void> {
    if (shared === undefined) return Promise.resolve();
    flushing ??= flushOnce(shared).finally(() => {
      flushing = undefined;
      for (const key of dirty) {
        scheduleFlush(key);
        break;
      }
    });
    return flushing;
  }

  return {
    take(key, limit, windowMs, amount = 1) {
      const now = clock();
      const entry = entryOf(key, windowMs, now);
      const before = judge(entry, limit, now, amount);
      if (before.allowed) {
        entry.current += amount;
        entry.unsent += amount;
        scheduleFlush(key);
      }
      store(key, entry, now);
      return before.allowed ? { ...judge(entry, limit, now), allowed: true } : before;
    },
    peek(key, limit, windowMs) {
      const now = clock();
      return judge(entryOf(key, windowMs, now), limit, now);
    },
    flush,
    async close() {
      // The flush in progress starts another one if keys are left.
      await flushing;
      clearTimeout(timer);
    },
  };
}

/** Stores the counts of all processes, and adds what this one has counted since it sent its own. */
function mergeCounts(entry: Entry, window: number, { current, previous }: Counts): void {
  if (entry.window === window) {
    entry.current = current + entry.unsent;
    entry.previous = previous;
  } else if (entry.window === window + 1) {
    entry.previous = current;
  }
}

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
