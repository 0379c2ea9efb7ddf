import { idlePauseMs } from "../check-times";

/** A watched poll in its last known state. */
export interface ResultsWatch {
  /** Null if it was never checked. */
  readonly fingerprint: string | null;
  /** When the last change was found. Initially, when the subscription began. */
  readonly changedAt: Date;
}

export interface ResultsCheck {
  readonly watch: ResultsWatch;
  /** Whether a webhook is still subscribed. */
  readonly listened: boolean;
  /** Undefined if the poll is deleted. */
  readonly fingerprint: string | undefined;
  /** Whether a vote was cast since `changedAt`. Needed if there is no previous fingerprint. */
  readonly votedSince: boolean;
  readonly now: Date;
  /** Minimum time between two `results.changed` events of a poll. */
  readonly everyMs: number;
}

export type CheckDecision =
  | { readonly kind: "forget" }
  | { readonly kind: "wait"; readonly checkInMs: number }
  | { readonly kind: "tell"; readonly checkInMs: number };

/** What follows a check (docs/reference/webhooks.md#results-changed): rarer while calm. */
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
  if (changed) return { kind: "tell", checkInMs: everyMs };
  return { kind: "wait", checkInMs: idlePauseMs(watch.changedAt, now, everyMs) };
}
