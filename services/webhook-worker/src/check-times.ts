/** Polls that are checked together. */
export const BATCH = 200;
/** Longer than a check with its timeouts. After a crash, the polls of the check wait this long. */
export const LEASE_MS = 15_000;
/** Maximum number of watches or cursors that one statement creates. */
export const MISSING_MAX = 5_000;

const LONGEST_MS = 60_000;
/** A poll without recent changes may be checked later, by this fraction of its idle time. */
const IDLE_PART = 0.05;

/** The time until the next check of a poll in which no change was found. */
export function idlePauseMs(changedAt: Date, now: Date, everyMs: number): number {
  const idleMs = now.getTime() - changedAt.getTime();
  return Math.max(everyMs, Math.min(LONGEST_MS, idleMs * IDLE_PART));
}
