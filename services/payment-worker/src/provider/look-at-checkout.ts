import {
  amountOf,
  type CheckoutFacts,
  type DisputeState,
  type Payment,
} from "@polls/domain/payments";
import type Stripe from "stripe";
import type { PaymentProvider } from "../deps";
import { demandObject } from "./provider-errors";

/** A refund of the provider; `ref` is the public id of ours, if we sent it. */
export interface RefundLook {
  readonly providerRefundId: string;
  readonly ref: string | undefined;
  readonly state: "sent" | "done" | "failed";
}

export interface CheckoutLook {
  readonly facts: CheckoutFacts;
  readonly paymentIntentId: string | undefined;
  readonly refunds: readonly RefundLook[];
}

const REFUNDS_MAX = 1_000;

/** Asks the provider for the session, money, refunds and disputes of a checkout. */
export async function lookAtCheckout(
  { stripe, live }: PaymentProvider,
  payment: Pick<Payment, "publicId" | "kind" | "quantity" | "unitAmount" | "currency">,
  checkout: { readonly id: bigint; readonly sessionId: string },
): Promise<CheckoutLook> {
  const session = await stripe.checkout.sessions.retrieve(checkout.sessionId, {
    expand: ["payment_intent.latest_charge.balance_transaction"],
  });
  demandObject(session, "checkout.session");
  const intent = session.payment_intent;
  if (typeof intent === "string") throw new Error("the provider did not expand the payment");
  const charge = chargeOf(intent);
  const isPaid = session.payment_status === "paid";
  const refunds = isPaid && intent !== null ? await refundsOf(stripe, intent.id) : [];
  const disputed = charge?.disputed === true && intent !== null;
  return {
    facts: {
      checkoutId: checkout.id,
      state: isPaid ? "paid" : stateOf(session, intent),
      received: isPaid ? (intent?.amount_received ?? session.amount_total ?? 0) : 0,
      refunded: refunds.reduce((sum, { amount, status }) => sum + (isDead(status) ? 0 : amount), 0),
      dispute: disputed ? await disputeOf(stripe, intent.id) : "none",
      arrivedAt: isPaid ? arrivalOf(session, charge) : undefined,
      matches:
        session.client_reference_id === payment.publicId &&
        session.currency === payment.currency &&
        session.livemode === live &&
        session.amount_total === (amountOf(payment) ?? session.amount_total),
    },
    paymentIntentId: intent?.id,
    refunds: refunds.map(({ id, metadata, status }) => ({
      providerRefundId: id,
      ref: metadata?.refund,
      state: isDead(status) ? "failed" : status === "succeeded" ? "done" : "sent",
    })),
  };
}

const chargeOf = (intent: Stripe.PaymentIntent | null): Stripe.Charge | undefined => {
  const charge = intent?.latest_charge;
  return typeof charge === "object" && charge !== null ? charge : undefined;
};

/** The intent tells of a delayed method: it is processing, or has failed. */
function stateOf(
  { status }: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): "open" | "processing" | "expired" | "failed" {
  if (status === "expired") return "expired";
  if (status === "open") return "open";
  const failed = intent?.status === "requires_payment_method" || intent?.status === "canceled";
  return failed ? "failed" : "processing";
}

/** When the money arrived, by the clock of the provider. */
function arrivalOf(session: Stripe.Checkout.Session, charge: Stripe.Charge | undefined): Date {
  const transaction = charge?.balance_transaction;
  const booked = typeof transaction === "object" ? transaction?.created : undefined;
  return new Date((booked ?? charge?.created ?? session.created) * 1_000);
}

const refundsOf = (stripe: Stripe, intentId: string): Promise<Stripe.Refund[]> =>
  stripe.refunds
    .list({ payment_intent: intentId, limit: 100 })
    .autoPagingToArray({ limit: REFUNDS_MAX });

/** A refund that did not reach the payer: the money is ours again. */
const isDead = (status: string | null): boolean => status === "failed" || status === "canceled";

const settledDisputes: Readonly<Record<string, DisputeState>> = {
  won: "won",
  warning_closed: "won",
  prevented: "won",
  lost: "lost",
};

const severity: readonly DisputeState[] = ["none", "won", "open", "lost"];

/** The most severe dispute about a payment. */
async function disputeOf(stripe: Stripe, intentId: string): Promise<DisputeState> {
  const disputes = await stripe.disputes.list({ payment_intent: intentId, limit: 100 });
  return disputes.data
    .map(({ status }): DisputeState => settledDisputes[status] ?? "open")
    .reduce<DisputeState>(
      (worst, one) => (severity.indexOf(one) > severity.indexOf(worst) ? one : worst),
      "none",
    );
}
