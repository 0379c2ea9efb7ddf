/** The rate of this process, for late deliveries that arrive together. */
export interface Pacer {
  /** Counts a delivery of an owner to a site that is sent now. */
  readonly note: (key: string, now: Date) => void;
  /** Counts an admitted delivery. Otherwise returns the milliseconds to wait. */
  readonly admit: (key: string, now: Date) => number;
}

/** As in the database, the deliveries of one second may be sent at once. */
const BURST_MS = 1_000;
const KEPT = 10_000;

interface Pace {
  /** The time of the last sent delivery, as if all had been sent at the configured rate. */
  readonly sent: number;
  /** The time until which deliveries were asked to wait, so that they do not return together. */
  readonly awaited: number;
}

/** Allows `perSecond` deliveries of each key per second, after an initial burst of one second. */
export function createPacer(perSecond: number): Pacer {
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
    admit(key, now) {
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
