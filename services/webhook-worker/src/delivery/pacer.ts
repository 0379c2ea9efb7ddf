/** As in the database, the deliveries of one second may be sent at once. */
const BURST_MS = 1_000;
const KEPT = 10_000;

interface Pace {
  /** The time of the last sent delivery, as if all had been sent at the configured rate. */
  readonly sent: number;
  /** The time until which deliveries were asked to wait, so that they do not return together. */
  readonly awaited: number;
}

export type Pacer = ReturnType<typeof createPacer>;

/**
 * Allows `perSecond` deliveries of each key per second in this process, after a burst of one
 * second: for deliveries that arrive together after their slots in the database have passed.
 */
export function createPacer(perSecond: number) {
  const intervalMs = 1_000 / perSecond;
  const paces = new Map<string, Pace>();

  function keep(key: string, pace: Pace, at: number): void {
    paces.delete(key);
    paces.set(key, pace);
    if (paces.size > KEPT) forgetIdle(paces, at - BURST_MS);
  }

  const nextOf = (key: string, at: number): number =>
    Math.max(at - BURST_MS, (paces.get(key)?.sent ?? 0) + intervalMs);

  function note(key: string, now: Date): void {
    const at = now.getTime();
    keep(key, { sent: nextOf(key, at), awaited: paces.get(key)?.awaited ?? 0 }, at);
  }

  return {
    note,
    /**
     * Counts an admitted delivery. Otherwise returns the milliseconds to wait, and takes no part of
     * the rate.
     */
    admit(key: string, now: Date) {
      const at = now.getTime();
      const next = nextOf(key, at);
      if (next <= at) {
        note(key, now);
        return 0;
      }
      const awaited = Math.max(next, (paces.get(key)?.awaited ?? 0) + intervalMs);
      keep(key, { sent: paces.get(key)?.sent ?? 0, awaited }, at);
      return awaited - at;
    },
  };
}

function forgetIdle(paces: Map<string, Pace>, before: number): void {
  for (const [key, { sent }] of paces) if (sent <= before) paces.delete(key);
}
