import { setTimeout as pause } from "node:timers/promises";

/** Limits the rate of mails to each domain. */
export interface DomainPacer {
  /**
   * Resolves when a mail to the domain may be sent. Rejects with the reason of an aborted signal.
   */
  readonly wait: (domain: string, signal: AbortSignal) => Promise<void>;
}

const KEPT_DOMAINS = 10_000;

/** Spaces mails to one domain evenly. Mails to other domains do not wait. */
export function createDomainPacer(
  perSecond: number,
  clock: () => number = () => performance.now(),
): DomainPacer {
  const spacing = 1_000 / perSecond;
  const free = new Map<string, number>();
  return {
    async wait(domain, signal) {
      const now = clock();
      const at = Math.max(now, free.get(domain) ?? 0);
      free.delete(domain);
      free.set(domain, at + spacing);
      if (free.size > KEPT_DOMAINS) forgetPast(free, now);
      if (at > now) await pause(at - now, undefined, { signal });
      signal.throwIfAborted();
    },
  };
}

function forgetPast(free: Map<string, number>, now: number): void {
  for (const [domain, at] of free) if (at <= now) free.delete(domain);
}
