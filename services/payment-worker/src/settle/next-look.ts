import { type PaymentState, pendingStates } from "@polls/domain/payments";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Delayed methods take up to two weeks; a dispute three months. */
const GIVEN_UP_AFTER_MS = 120 * DAY_MS;

interface Looked {
  readonly state: PaymentState;
  /** Money of it is still to go back. */
  readonly owed: boolean;
  /** Replaced, or without its poll: a checkout that is not open yet never will be. */
  readonly ended: boolean;
  readonly createdAt: Date;
}

/**
 * When the provider is asked about a payment again, though no event came (decisions 10): soon while it
 * is open, ever more rarely the older it is; null: only when something happens.
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
  return inMs(Math.min(Math.max(askAfterMs, ageMs / 4), 6 * HOUR_MS));
}
