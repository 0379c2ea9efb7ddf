import {
  type ConnectedAccountState,
  type PaymentState,
  pendingStates,
} from "@polls/domain/payments";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MOST_MS = 6 * HOUR_MS;
/** Delayed methods take up to two weeks, disputes three months. */
const GIVEN_UP_AFTER_MS = 120 * DAY_MS;

interface Looked {
  readonly state: PaymentState;
  /** Whether some of its money must still go back. */
  readonly owed: boolean;
  /** Replaced, or its poll was deleted: no further checkout is opened. */
  readonly ended: boolean;
  readonly createdAt: Date;
}

/**
 * When the provider is asked about a payment again without an event (docs/reference/payments.md#sweep):
 * soon while it is open, more rarely the older it is; null: only after an event.
 */
export function nextLookAt(
  { state, owed, ended, createdAt }: Looked,
  now: Date,
  askAfterMs: number,
): Date | null {
  const ageMs = now.getTime() - createdAt.getTime();
  if (ageMs > GIVEN_UP_AFTER_MS) return null;
  const inMs = (pause: number) => new Date(now.getTime() + pause);
  if (owed) return inMs(HOUR_MS);
  if (state === "disputed") return inMs(DAY_MS);
  if (state === "created" && ended) return null;
  if (!pendingStates.includes(state)) return null;
  return inMs(Math.min(Math.max(askAfterMs, ageMs / 4), MOST_MS));
}

/**
 * When the provider is asked about a connected account again without an event: one that is ready every six
 * hours, another soon and then more rarely.
 */
export function accountNextLookAt(
  { state, createdAt }: { readonly state: ConnectedAccountState; readonly createdAt: Date },
  now: Date,
  askAfterMs: number,
): Date | null {
  const ageMs = now.getTime() - createdAt.getTime();
  if (state === "refused" || (state === "onboarding" && ageMs > GIVEN_UP_AFTER_MS)) return null;
  const pauseMs = state === "ready" ? MOST_MS : Math.min(Math.max(askAfterMs, ageMs / 4), MOST_MS);
  return new Date(now.getTime() + pauseMs);
}
