import Stripe from "stripe";
import type { Provider } from "../deps";

/** Ends a session for whoever has it open; one that is complete, or has ended, stays what it is. */
export async function expireSession({ stripe }: Provider, sessionId: string): Promise<void> {
  await stripe.checkout.sessions.expire(sessionId).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  });
}
