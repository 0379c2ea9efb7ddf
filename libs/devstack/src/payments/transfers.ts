import type Stripe from "stripe";
import { newReversal, newTransfer } from "./answers";
import { existing, isTrue } from "./provider-rules";
import type { FakeCharge, FakeTransfer, ProviderState } from "./provider-state";
import { BadRequest } from "./validate-request";

interface Needs {
  readonly seconds: () => number;
  readonly newId: (prefix: string) => string;
}

/** The provider's side of money that connected accounts get. */
export function createTransfers(state: ProviderState, { seconds, newId }: Needs) {
  /** Transfers the whole charge to the account, which then pays the fee. */
  function passOn(charge: FakeCharge, destination: string, fee: number): void {
    const { amount, currency, id: source_transaction } = charge;
    const transfer = newTransfer({
      id: newId("tr"),
      amount,
      currency,
      created: seconds(),
      destination,
      source_transaction,
    });
    state.transfers[transfer.id] = transfer;
    charge.transfer = transfer.id;
    charge.transfer_data = { amount: null, destination };
    if (fee === 0) return;
    charge.application_fee = newId("fee");
    charge.application_fee_amount = fee;
    state.fees[charge.application_fee] = { amount: fee, refunded: 0 };
  }

  /** Refunds the part of the fee that belongs to an amount of the charge. */
  function refundFee(charge: FakeCharge, amount: number): void {
    const fee = state.fees[charge.application_fee ?? ""];
    if (fee === undefined) {
      throw new BadRequest(`Charge ${charge.id} has no application fee`, "refund_application_fee");
    }
    const part = Math.floor((fee.amount * amount) / charge.amount);
    fee.refunded = Math.min(fee.amount, fee.refunded + part);
  }

  function takeBack(transfer: FakeTransfer, amount: number): Stripe.TransferReversal {
    if (
      !Number.isInteger(amount) ||
      amount < 1 ||
      amount > transfer.amount - transfer.amount_reversed
    ) {
      throw new BadRequest("Transfer reversal amount is more than what is left of it", "amount");
    }
    const reversal = newReversal({
      id: newId("trr"),
      amount,
      currency: transfer.currency,
      created: seconds(),
      transfer: transfer.id,
    });
    transfer.amount_reversed += amount;
    transfer.reversed = transfer.amount_reversed === transfer.amount;
    transfer.reversals.data.push(reversal);
    return reversal;
  }

  function reverseTransfer(
    id: string,
    { amount, refund_application_fee: withFee }: Stripe.TransferCreateReversalParams,
  ): Stripe.TransferReversal {
    const transfer = existing(state.transfers, id);
    const reversal = takeBack(
      transfer,
      Number(amount ?? transfer.amount - transfer.amount_reversed),
    );
    const charge = existing(state.charges, String(transfer.source_transaction));
    if (isTrue(withFee)) refundFee(charge, reversal.amount);
    return reversal;
  }

  return { passOn, refundFee, takeBack, reverseTransfer };
}
