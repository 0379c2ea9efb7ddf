/** A watched poll, as it was last seen. */
export interface ResultsWatch {
  /** Null: never seen. */
  readonly fingerprint: string | null;
  /** When something last changed; at first, when the subscription began. */
  readonly changedAt: Date;
}

/** The facts of a check. */
export interface ResultsCheck {
  readonly watch: ResultsWatch;
  /** Whether a webhook is still subscribed. */
  readonly listened: boolean;
  /** Undefined: the poll is deleted. */
  readonly fingerprint: string | undefined;
  /** Whether a vote was cast since `changedAt`; needed where there is no fingerprint to compare. */
  readonly votedSince: boolean;
  readonly now: Date;
  /** The least time between two `results.changed` of a poll. */
  readonly everyMs: number;
}

export type CheckDecision =
  | { readonly kind: "forget" }
  | { readonly kind: "wait"; readonly lookInMs: number }
  | { readonly kind: "tell"; readonly lookInMs: number };

const LONGEST_MS = 60_000;
/** Results that have not changed for long may be checked later by this part of that time. */
const IDLE_PART = 0.05;

/**
 * Decides after a check (docs/reference/webhooks.md#results-changed): the longer nothing changes, the rarer
 * the checks.
 */
export function decideCheck({
  watch,
  listened,
  fingerprint,
  votedSince,
  now,
  everyMs,
}: ResultsCheck): CheckDecision {
  if (!listened || fingerprint === undefined) return { kind: "forget" };
  const changed = watch.fingerprint === null ? votedSince : watch.fingerprint !== fingerprint;
  if (changed) return { kind: "tell", lookInMs: everyMs };
  const idleMs = now.getTime() - watch.changedAt.getTime();
  return { kind: "wait", lookInMs: Math.max(everyMs, Math.min(LONGEST_MS, idleMs * IDLE_PART)) };
}
