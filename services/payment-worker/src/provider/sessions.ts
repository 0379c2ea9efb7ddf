import { markOfId } from "@polls/db/shards";
import { amountOf, findCurrency, type Payment, payableText } from "@polls/domain/payments";
import Stripe from "stripe";
import type { PaymentProvider } from "../deps";
import { requireObject } from "./provider-errors";

export interface SessionRequest {
  readonly payment: Payment;
  readonly attempt: number;
  readonly expiresAt: Date;
  /** The connected account that receives the money. Undefined if the operator receives it. */
  readonly destination: string | undefined;
  /** Whether that account is the seller, because it is in another region. */
  readonly isSeller: boolean;
  /** The operator's share in the minor unit. */
  readonly fee: number;
}

/** Of names at the provider. */
const NAME_MAX = 250;

/**
 * Opens a session, or returns the one that this attempt opened before
 * (docs/reliability.md#payment-provider-failures). Amounts come from the row, never from a browser.
 */
export async function createSession(
  { stripe, baseUrl }: PaymentProvider,
  { payment, attempt, expiresAt, destination, isSeller, fee }: SessionRequest,
): Promise<Stripe.Checkout.Session> {
  const key = `payment:${payment.publicId}:${attempt}`;
  const page = baseUrl.url(`/pay/${payment.token}${markOfId(payment.id)}`);
  const metadata = { payment: payment.publicId };
  const parts = [payment.subject, payment.pollTitle].filter((part) => part !== undefined);
  const name = payableText(parts.join(" – "), NAME_MAX);
  const session = await stripe.checkout.sessions.create(
    {
      mode: "payment",
      line_items: [await lineItem(stripe, payment, name, key)],
      client_reference_id: payment.publicId,
      metadata,
      payment_intent_data: {
        metadata,
        description: name,
        ...(destination === undefined ? {} : { transfer_data: { destination } }),
        ...(destination === undefined || !isSeller ? {} : { on_behalf_of: destination }),
        ...(fee === 0 ? {} : { application_fee_amount: fee }),
      },
      expires_at: Math.floor(expiresAt.getTime() / 1_000),
      success_url: `${page}?from=checkout`,
      cancel_url: page,
      adaptive_pricing: { enabled: false },
    },
    { idempotencyKey: `${key}:session` },
  );
  requireObject(session, "checkout.session");
  return session;
}

/** A fixed price or, for a donation, one of free choice with a suggestion. */
async function lineItem(
  stripe: Stripe,
  payment: Payment,
  name: string,
  key: string,
): Promise<Stripe.Checkout.SessionCreateParams.LineItem> {
  const { currency, quantity, unitAmount } = payment;
  if (unitAmount !== undefined && amountOf(payment) !== undefined) {
    return {
      quantity,
      price_data: { currency, unit_amount: unitAmount, product_data: { name } },
    };
  }
  const price = await stripe.prices.create(
    { currency, custom_unit_amount: namedAmount(currency, unitAmount), product_data: { name } },
    { idempotencyKey: `${key}:price` },
  );
  requireObject(price, "price");
  return { quantity, price: price.id };
}

/**
 * What the payer may choose, from the provider's minimum (docs/reference/payments.md#donations).
 */
function namedAmount(currency: string, suggested: number | undefined) {
  const { least } = findCurrency(currency) ?? {};
  return {
    enabled: true as const,
    ...(least === undefined ? {} : { minimum: least }),
    ...(suggested === undefined ? {} : { preset: Math.max(suggested, least ?? 0) }),
  };
}

/** Expires a session. A session that is complete or has ended stays unchanged. */
export async function expireSession({ stripe }: PaymentProvider, sessionId: string): Promise<void> {
  await stripe.checkout.sessions.expire(sessionId).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  });
}
