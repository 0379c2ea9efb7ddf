import type { Participant } from "../participants/participant";
import type { CastVote } from "./vote";

/** How long a checkout is open. The provider allows 30 minutes to 24 hours. */
export const CHECKOUT_LIFETIME_MS = 3 * 3_600_000;

/** How long a place is kept after the checkout, so that a payment in its last minute still gets it. */
const SPARE_MS = 15 * 60_000;

/** Delayed payment methods take up to two weeks. */
const DELAYED_MS = 15 * 24 * 3_600_000;

/** Until when a place is kept for a payment that becomes due at `now`. */
export const placeKeptFrom = (now: Date): Date =>
  new Date(now.getTime() + CHECKOUT_LIFETIME_MS + SPARE_MS);

/** Until when a place is kept for a payment by a delayed method that is pending at `now`. */
export const placeKeptWhileDelayed = (now: Date): Date => new Date(now.getTime() + DELAYED_MS);

type Unpaid = Pick<CastVote, "paidVotes" | "placeUntil">;
type Owing = Pick<Participant, "paid" | "placeUntil">;

const isOver = (until: Date | undefined, now: Date): boolean => until === undefined || until <= now;

/** Whether the participant owes the fee, and its votes no longer keep their places. */
export const owesTooLong = ({ paid, placeUntil }: Owing, now: Date): boolean =>
  paid === false && isOver(placeUntil, now);

/** Whether an unpaid vote takes no place any more (docs/reference/votes.md#places-of-unpaid-votes). */
export const isPlaceless = (
  { paidVotes, placeUntil }: Unpaid,
  participant: Owing,
  now: Date,
): boolean => (paidVotes === 0 && isOver(placeUntil, now)) || owesTooLong(participant, now);
