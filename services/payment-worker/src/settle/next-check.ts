import {
  type ConnectedAccountState,
  type PaymentState,
  pendingStates,
} from "@polls/domain/payments";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MOST_MS = 6 * HOUR_MS;
/**
 * The age up to which open payments and unfinished onboardings are asked about. Delayed methods
 * need up to two weeks of it.
 */
const GIVEN_UP_AFTER_MS = 120 * DAY_MS;
/**
 * A dispute can open many months after the payment. Within three months of that the provider takes
 * the money back or returns it.
 */
const UNCHANGED_FOR_MS = 180 * DAY_MS;

interface PaymentAge {
  readonly state: PaymentState;
  /** Whether money must still be refunded. */
  readonly owed: boolean;
  /** It was replaced, or its subject or poll deleted: no further checkout is opened. */
  readonly ended: boolean;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** When a refused refund or reversal is sent again. */
  readonly retryAt: Date | undefined;
  /** Whether a bank has an open inquiry. */
  readonly isInquired: boolean;
}

/**
 * When to ask about a payment without an event: soon while it is open, less often the older it is
 * (docs/reference/payments.md#sweep). Null: only after an event.
 */
export function nextCheckAt(
  { retryAt, ...payment }: PaymentAge,
  now: Date,
  askAfterMs: number,
): Date | null {
  const usual = usualCheckAt(payment, now, askAfterMs);
  if (retryAt === undefined) return usual;
  return usual === null || retryAt < usual ? retryAt : usual;
}

function usualCheckAt(
  { state, owed, ended, createdAt, changedAt, isInquired }: Omit<PaymentAge, "retryAt">,
  now: Date,
  askAfterMs: number,
): Date | null {
  const inMs = (pause: number) => new Date(now.getTime() + pause);
  if (owed || state === "disputed" || isInquired) {
    const isOver = now.getTime() - changedAt.getTime() > UNCHANGED_FOR_MS;
    return isOver ? null : inMs(owed ? HOUR_MS : DAY_MS);
  }
  const ageMs = now.getTime() - createdAt.getTime();
  if (ageMs > GIVEN_UP_AFTER_MS) return null;
  if (state === "created" && ended) return null;
  if (!pendingStates.includes(state)) return null;
  return inMs(pauseMs(ageMs, askAfterMs));
}

/** When to ask about an account without an event: every six hours if ready, else sooner. */
export function accountNextCheckAt(
  { state, createdAt }: { readonly state: ConnectedAccountState; readonly createdAt: Date },
  now: Date,
  askAfterMs: number,
): Date | null {
  const ageMs = now.getTime() - createdAt.getTime();
  if (state === "refused" || (state === "onboarding" && ageMs > GIVEN_UP_AFTER_MS)) return null;
  const inMs = state === "ready" ? MOST_MS : pauseMs(ageMs, askAfterMs);
  return new Date(now.getTime() + inMs);
}

/** The pause grows with the age. */
const pauseMs = (ageMs: number, askAfterMs: number): number =>
  Math.min(Math.max(askAfterMs, ageMs / 4), MOST_MS);
