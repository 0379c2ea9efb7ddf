import { setTimeout as pause } from "node:timers/promises";

/** Limits the rate of mails to each domain. */
export interface DomainPacer {
  /** Resolves when a mail to the domain may be sent. Rejects if the signal is aborted. */
  readonly wait: (domain: string, signal: AbortSignal) => Promise<void>;
}

/** Above this number, domains that need not wait are removed from memory. */
const DOMAINS_MAX = 10_000;

/** Sends mails to one domain at equal intervals. Mails to other domains do not wait for them. */
export function createDomainPacer(
  perSecond: number,
  clock: () => number = () => performance.now(),
): DomainPacer {
  const intervalMs = 1_000 / perSecond;
  /** When the next mail to each domain may be sent. */
  const nextAt = new Map<string, number>();
  return {
    async wait(domain, signal) {
      const now = clock();
      const at = Math.max(now, nextAt.get(domain) ?? 0);
      nextAt.delete(domain);
      nextAt.set(domain, at + intervalMs);
      if (nextAt.size > DOMAINS_MAX) forgetPast(nextAt, now);
      if (at > now) await pause(at - now, undefined, { signal });
      signal.throwIfAborted();
    },
  };
}

function forgetPast(nextAt: Map<string, number>, now: number): void {
  for (const [domain, at] of nextAt) if (at <= now) nextAt.delete(domain);
}
