import type Stripe from "stripe";
import { newDispute, newRefund } from "./answers";
import { existing, isTrue, requireCurrency, requireMetadata, textsOf } from "./provider-rules";
import type { FakeCharge, FakeDispute, FakeRefund, ProviderState } from "./provider-state";
import type { createTransfers } from "./transfers";
import { BadRequest } from "./validate-request";
import type { Webhooks } from "./webhooks";

interface Needs {
  readonly seconds: () => number;
  readonly newId: (prefix: string) => string;
  readonly happened: Webhooks["tell"];
}

const WEEK = 7 * 24 * 3_600;

/** The provider's side of money that payers and their banks take back. */
export function createRefunds(
  state: ProviderState,
  { refundFee, takeBack }: Pick<ReturnType<typeof createTransfers>, "refundFee" | "takeBack">,
  { seconds, newId, happened }: Needs,
) {
  const chargeOf = (intentId: string): FakeCharge =>
    existing(state.charges, existing(state.intents, intentId).latest_charge ?? "");

  function createRefund(params: Stripe.RefundCreateParams): FakeRefund {
    const charge = chargeOf(params.payment_intent ?? "");
    const left = charge.amount - charge.amount_refunded;
    const amount = Number(params.amount ?? left);
    if (left === 0) throw new BadRequest("Charge has already been refunded", "charge");
    if (amount > left || amount < 1) throw new BadRequest("Refund amount is too large", "amount");
    if (amount % requireCurrency(charge.currency).step !== 0) {
      throw new BadRequest("Invalid amount", "amount");
    }
    requireMetadata(params.metadata);
    if (isTrue(params.reverse_transfer)) {
      const transfer = state.transfers[charge.transfer ?? ""];
      if (transfer === undefined)
        throw new BadRequest("No transfer to reverse", "reverse_transfer");
      if (isTrue(params.refund_application_fee)) refundFee(charge, amount);
      takeBack(transfer, amount);
    } else if (isTrue(params.refund_application_fee)) refundFee(charge, amount);
    const refund = newRefund({
      id: newId("re"),
      amount,
      currency: charge.currency,
      created: seconds(),
      metadata: textsOf(params.metadata),
      payment_intent: charge.payment_intent,
      charge: charge.id,
    });
    state.refunds[refund.id] = refund;
    recountRefunds(charge);
    happened("refund.created", refund);
    happened("charge.refunded", charge);
    return refund;
  }

  function recountRefunds(charge: FakeCharge): void {
    charge.amount_refunded = Object.values(state.refunds)
      .filter(({ charge: id, status }) => id === charge.id && status !== "failed")
      .reduce((sum, { amount }) => sum + amount, 0);
    charge.refunded = charge.amount_refunded === charge.amount;
  }

  /** The bank returns a refund. The platform owes the money again. */
  function failRefund(id: string): FakeRefund {
    const refund = existing(state.refunds, id);
    refund.status = "failed";
    recountRefunds(existing(state.charges, refund.charge));
    happened("refund.failed", refund);
    return refund;
  }

  /** A bank disputes a payment, or asks about it with a status that starts with `warning_`. */
  function openDispute(
    intentId: string,
    status: Stripe.Dispute.Status = "needs_response",
  ): FakeDispute {
    const charge = chargeOf(intentId);
    const dispute = newDispute({
      id: newId("dp"),
      amount: charge.amount,
      currency: charge.currency,
      created: seconds(),
      payment_intent: intentId,
      charge: charge.id,
      status,
    });
    dispute.evidence_details.due_by = seconds() + WEEK;
    state.disputes[dispute.id] = dispute;
    charge.disputed = !status.startsWith("warning_");
    happened("charge.dispute.created", dispute);
    return dispute;
  }

  function closeDispute(id: string, status: Stripe.Dispute.Status): FakeDispute {
    const dispute = existing(state.disputes, id);
    dispute.status = status;
    happened("charge.dispute.closed", dispute);
    return dispute;
  }

  return { createRefund, failRefund, openDispute, closeDispute };
}
