import type { Payment } from "@polls/domain/payments";
import Stripe from "stripe";
import type { PaymentProvider } from "../deps";

export interface SessionRequest {
  readonly payment: Payment;
  readonly attempt: number;
  readonly expiresAt: Date;
}

/** The longest name that the provider takes. */
const NAME_MAX = 250;

/**
 * Opens a checkout session, or returns the one that this attempt opened before
 * (docs/reliability.md#payment-provider-failures). Amount, quantity and currency are from our row, never
 * from a browser.
 */
export async function createSession(
  { stripe, baseUrl }: PaymentProvider,
  { payment, attempt, expiresAt }: SessionRequest,
): Promise<Stripe.Checkout.Session> {
  const key = `payment:${payment.publicId}:${attempt}`;
  const page = `${baseUrl}/pay/${payment.token}`;
  const metadata = { payment: payment.publicId };
  const name = [payment.subject, payment.pollTitle]
    .filter((part) => part !== undefined)
    .join(" – ")
    .slice(0, NAME_MAX);
  return stripe.checkout.sessions.create(
    {
      mode: "payment",
      line_items: [await lineItem(stripe, payment, name, key)],
      client_reference_id: payment.publicId,
      metadata,
      payment_intent_data: { metadata, description: name },
      expires_at: Math.floor(expiresAt.getTime() / 1_000),
      success_url: `${page}?from=checkout`,
      cancel_url: page,
      adaptive_pricing: { enabled: false },
    },
    { idempotencyKey: `${key}:session` },
  );
}

/** A fixed price, or for a donation without a suggestion one that the payer names. */
async function lineItem(
  stripe: Stripe,
  { currency, quantity, unitAmount }: Payment,
  name: string,
  key: string,
): Promise<Stripe.Checkout.SessionCreateParams.LineItem> {
  if (unitAmount !== undefined) {
    return {
      quantity,
      price_data: { currency, unit_amount: unitAmount, product_data: { name } },
    };
  }
  const price = await stripe.prices.create(
    { currency, custom_unit_amount: { enabled: true }, product_data: { name } },
    { idempotencyKey: `${key}:price` },
  );
  return { quantity, price: price.id };
}

/** Expires a session; a complete or ended one stays as it is. */
export async function expireSession({ stripe }: PaymentProvider, sessionId: string): Promise<void> {
  await stripe.checkout.sessions.expire(sessionId).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  });
}
