import {
  amountOf,
  type CheckoutFacts,
  type DisputeState,
  dueFromOwner,
  type Payment,
} from "@polls/domain/payments";
import { PermanentFailure } from "@polls/jobs";
import type Stripe from "stripe";
import type { PaymentProvider } from "../deps";
import { isUnknown, requireObject } from "../provider/provider-errors";
import type { StoredCheckout } from "./payments.repository";

/** A refund at the provider. `ref` is the public id of the row, if the service sent it. */
export interface RefundReport {
  readonly providerRefundId: string;
  readonly ref: string | undefined;
  readonly state: "sent" | "done" | "failed";
  readonly failure: string | undefined;
}

export interface CheckoutReport {
  readonly facts: CheckoutFacts;
  readonly paymentIntentId: string | undefined;
  readonly refunds: readonly RefundReport[];
  /** The open inquiry of a bank. Undefined if there is none. */
  readonly inquiry: Inquiry | undefined;
  /** The transfer to the connected account. Undefined if there is none. */
  readonly transfer: TransferReport | undefined;
}

/** A question of a bank, which takes no money. */
export interface Inquiry {
  readonly openedAt: Date;
  /** Until when it can be answered. */
  readonly dueAt: Date | undefined;
}

/** What to take back from a connected account, and what was, in the minor unit. */
export interface TransferReport {
  readonly transferId: string;
  readonly toReverse: number;
  readonly reversed: number;
}

const REFUNDS_MAX = 1_000;

/** The provider does not know a session that was paid. Its money belongs to another key. */
export class UnknownPaidSession extends PermanentFailure {}

/**
 * Session, money, refunds and disputes of a checkout, as the provider tells them. A session that it
 * does not know has ended, but throws `UnknownPaidSession` if it was paid.
 */
export async function readCheckout(
  { stripe, live }: PaymentProvider,
  payment: Pick<Payment, "publicId" | "kind" | "quantity" | "unitAmount" | "currency">,
  checkout: Pick<StoredCheckout, "id" | "state" | "destination" | "fee"> & {
    readonly sessionId: string;
  },
): Promise<CheckoutReport> {
  const session = await stripe.checkout.sessions
    .retrieve(checkout.sessionId, {
      expand: ["payment_intent.latest_charge.balance_transaction"],
    })
    .catch((error: unknown) => {
      if (!isUnknown(error)) throw error;
      if (checkout.state === "paid")
        throw new UnknownPaidSession("the provider lost a paid session");
      return undefined;
    });
  if (session === undefined) return endedReport(checkout.id);
  requireObject(session, "checkout.session");
  const intent = session.payment_intent;
  if (typeof intent === "string") throw new Error("the provider did not expand the payment");
  const charge = chargeOf(intent);
  const isPaid = session.payment_status === "paid";
  const refunds = isPaid && intent !== null ? await refundsOf(stripe, intent.id) : [];
  // Inquiries do not mark the charge as disputed.
  const { dispute, lost, inquiry } =
    isPaid && intent !== null ? await disputesOf(stripe, intent.id) : undisputed;
  const received = isPaid ? (intent?.amount_received ?? session.amount_total ?? 0) : 0;
  const refunded = refunds.reduce(
    (sum, { amount, status }) => sum + (isDead(status) ? 0 : amount),
    0,
  );
  // Read last: a refund in the meantime may have reversed a part, which must not be missing here.
  const transfer =
    checkout.destination === undefined ? undefined : await transferOf(stripe, charge);
  return {
    facts: {
      checkoutId: checkout.id,
      state: isPaid ? "paid" : stateOf(session, intent),
      received,
      refunded,
      dispute,
      arrivedAt: isPaid ? arrivalOf(session, charge) : undefined,
      matches:
        session.client_reference_id === payment.publicId &&
        session.currency === payment.currency &&
        session.livemode === live &&
        session.amount_total === (amountOf(payment) ?? session.amount_total) &&
        (!isPaid || isPassedOn(intent, checkout)),
    },
    paymentIntentId: intent?.id,
    inquiry,
    refunds: refunds.map(({ id, metadata, status, failure_reason: reason }) => ({
      providerRefundId: id,
      ref: metadata?.refund,
      state: isDead(status) ? "failed" : status === "succeeded" ? "done" : "sent",
      failure: isDead(status) ? (reason ?? "unknown") : undefined,
    })),
    transfer: transfer && {
      transferId: transfer.id,
      toReverse: dueFromOwner({ received, refunded, lost }),
      reversed: transfer.amount_reversed,
    },
  };
}

const endedReport = (checkoutId: bigint): CheckoutReport => ({
  facts: {
    ...{ checkoutId, state: "expired", matches: true },
    ...{ received: 0, refunded: 0, dispute: "none", arrivedAt: undefined },
  },
  ...{ paymentIntentId: undefined, refunds: [], transfer: undefined, inquiry: undefined },
});

const idOf = (reference: string | { readonly id: string } | undefined): string | undefined =>
  typeof reference === "string" ? reference : reference?.id;

/** Whether the money goes to the account for which the checkout was opened, with the same fee. */
const isPassedOn = (
  intent: Stripe.PaymentIntent | null,
  { destination, fee }: Pick<StoredCheckout, "destination" | "fee">,
): boolean =>
  idOf(intent?.transfer_data?.destination) === destination &&
  (intent?.application_fee_amount ?? 0) === fee;

async function transferOf(
  stripe: Stripe,
  charge: Stripe.Charge | undefined,
): Promise<Stripe.Transfer | undefined> {
  const id = idOf(charge?.transfer);
  if (id === undefined) return undefined;
  const transfer = await stripe.transfers.retrieve(id);
  requireObject(transfer, "transfer");
  return transfer;
}

const chargeOf = (intent: Stripe.PaymentIntent | null): Stripe.Charge | undefined => {
  const charge = intent?.latest_charge;
  return typeof charge === "object" && charge !== null ? charge : undefined;
};

/** The intent shows the state of a delayed method: it is processing, or has failed. */
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

/** Whether a refund did not reach the payer, so that the money was returned. */
const isDead = (status: string | null): boolean => status === "failed" || status === "canceled";

/** A status that is missing here counts as an open dispute. */
const disputeStates: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  won: "won",
  warning_closed: "won",
  prevented: "won",
  lost: "lost",
};

const severity: readonly DisputeState[] = ["none", "won", "inquiry", "open", "lost"];

const undisputed = { dispute: "none", lost: 0, inquiry: undefined } as const;

/** The most severe dispute about a payment, and the amount that banks took. */
async function disputesOf(
  stripe: Stripe,
  intentId: string,
): Promise<{
  readonly dispute: DisputeState;
  readonly lost: number;
  readonly inquiry: Inquiry | undefined;
}> {
  const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: 100 });
  const dispute = data
    .map(({ status }): DisputeState => disputeStates[status] ?? "open")
    .reduce<DisputeState>(
      (worst, one) => (severity.indexOf(one) > severity.indexOf(worst) ? one : worst),
      "none",
    );
  const lost = data
    .filter(({ status }) => disputeStates[status] === "lost")
    .reduce((sum, { amount }) => sum + amount, 0);
  const inquired = data.find(({ status }) => disputeStates[status] === "inquiry");
  return { dispute, lost, inquiry: inquired && inquiryOf(inquired) };
}

const inquiryOf = ({ created, evidence_details: { due_by: dueBy } }: Stripe.Dispute): Inquiry => ({
  openedAt: new Date(created * 1_000),
  dueAt: dueBy === null ? undefined : new Date(dueBy * 1_000),
});
