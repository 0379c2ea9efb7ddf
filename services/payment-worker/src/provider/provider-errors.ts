import Stripe from "stripe";

/** A request with the same key runs there now: nothing is known of what it will do. */
const CONFLICT = 409;

/** Not a fault on the way but a "no", which no repetition changes. */
export const isRefusal = (error: unknown): error is Error =>
  (error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError) &&
  error.statusCode !== CONFLICT;

/**
 * A fault of the provider's own, which it answers to this idempotency key for a day from now on: the
 * next attempt needs another key.
 */
export const isKept = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;
