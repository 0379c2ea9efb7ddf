import Stripe from "stripe";

/** A request with the same key is running. Its result is unknown. */
const CONFLICT = 409;

/** The request is invalid: the provider will always refuse it, or it cannot be sent. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof URIError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== CONFLICT);

/** Whether the provider does not know what a request names: another key made it, or it is gone. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.code === "resource_missing" ||
    error.code === "account_invalid" ||
    error.statusCode === 404);

/**
 * Whether the provider refuses because of the recipient's account: it is closed, or cannot receive
 * the money. Refusals of countries have no code of their own, and not always a parameter
 * (docs/adr/0064-refusals-contradict-the-list-of-countries.md).
 */
export const isPayeeProblem = (error: unknown): error is Error =>
  error instanceof Stripe.errors.StripeError &&
  (payeeProblems.some((code) => code === error.code) ||
    payeeParam.test(error.param ?? "") ||
    (error instanceof Stripe.errors.StripeInvalidRequestError && payeeText.test(error.message)));

const payeeParam = /transfer_data\]?\[destination\]$|on_behalf_of\]?$|application_fee_amount\]?$/;

const payeeText = /connected accounts?\b/i;

const payeeProblems = [
  ...(["insufficient_capabilities_for_transfer", "account_invalid"] as const),
  ...(["application_fees_not_allowed", "country_unsupported"] as const),
] as const;

/** Whether the provider refuses the end of a checkout, because its clock is another one. */
export const isClockProblem = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param === "expires_at";

/**
 * Whether the next attempt needs another key: the provider repeats its failure for the key for a
 * day, or another release used the key for another request.
 */
export const needsNewIdempotencyKey = (error: unknown): boolean =>
  (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500) ||
  (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode !== CONFLICT);

/**
 * Throws unless a response is the requested kind of object: a proxy may send a different body,
 * which the client would accept as a result.
 */
export function requireObject(answer: { readonly object?: unknown }, object: string): void {
  if (answer.object !== object) throw new Error(`the provider sent no ${object}`);
}
