import Stripe from "stripe";

/** A request with the same key is running; its result is unknown. */
const CONFLICT = 409;

/** Whether the provider refuses the request for good. */
export const isRefusal = (error: unknown): error is Error =>
  (error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError) &&
  error.statusCode !== CONFLICT;

/**
 * Whether the provider failed. It repeats this answer for the idempotency key for a day, so the next
 * attempt needs another key.
 */
export const isKept = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;
