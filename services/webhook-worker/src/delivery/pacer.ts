/**
 * Limits the rate in this process, for deliveries whose slots in the database have passed and that
 * arrive together.
 */
export interface Pacer {
  /**
   * Reserves the next time for a delivery of an owner to a site. Returns the milliseconds until
   * then.
   */
  readonly take: (key: string, now: Date) => number;
}

/** As in the database, the deliveries of one second may be sent at once. */
const BURST_MS = 1_000;
const KEPT = 10_000;

/** Allows `perSecond` deliveries of each key per second, after an initial burst of one second. */
export function createPacer(perSecond: number): Pacer {
  const lastOf = new Map<string, number>();
  return {
    take(key, now) {
      const at = now.getTime();
      const last = Math.max(at - BURST_MS, (lastOf.get(key) ?? 0) + 1_000 / perSecond);
      lastOf.delete(key);
      lastOf.set(key, last);
      if (lastOf.size > KEPT) forgetIdle(lastOf, at - BURST_MS);
      return Math.max(0, last - at);
    },
  };
}

function forgetIdle(lastOf: Map<string, number>, before: number): void {
  for (const [key, last] of lastOf) if (last <= before) lastOf.delete(key);
}
