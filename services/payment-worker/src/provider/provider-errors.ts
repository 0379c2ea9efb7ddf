import Stripe from "stripe";

/** A request with the same key is running; its result is unknown. */
const CONFLICT = 409;

/** Whether the request is wrong, so that it is refused each time: by the provider, or because it cannot be sent. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof URIError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== CONFLICT);

/** Whether the account that gets the money is closed, or may not take it now. */
export const isPayeeProblem = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && payeeProblems.some((code) => code === error.code);

const payeeProblems = ["insufficient_capabilities_for_transfer", "account_invalid"] as const;

/**
 * Whether the next attempt needs another idempotency key: the provider failed and repeats this answer for
 * the key for a day, or the key was used by another version of the service for another request.
 */
export const isKept = (error: unknown): boolean =>
  (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500) ||
  (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode !== CONFLICT);

/**
 * Throws unless an answer is what was asked for: a proxy may answer with a body of its own, which the client
 * takes for a result.
 */
export function demandObject(answer: { readonly object?: unknown }, object: string): void {
  if (answer.object !== object) throw new Error(`the provider sent no ${object}`);
}
