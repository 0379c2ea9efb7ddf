/** Keeps a pace in this process, for turns that the database gave and that come late together. */
export interface Pacer {
  /** Takes the next moment for a delivery of an owner to a site; returns the milliseconds until then. */
  readonly take: (key: string, now: Date) => number;
}

/** As in the database: what may be sent in a second is sent at once. */
const BURST_MS = 1_000;
const KEPT = 10_000;

/** At most `perSecond` deliveries of each key in a second, after a second's worth at once. */
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
