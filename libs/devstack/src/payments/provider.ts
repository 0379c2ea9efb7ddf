import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import {
  newBooking,
  newCharge,
  newDispute,
  newIntent,
  newPrice,
  newRefund,
  newReversal,
  newSession,
  newTransfer,
} from "./answers";
import { createAccounts } from "./connected-accounts";
import {
  readNamedAmount,
  requireAmount,
  requireCurrency,
  requireMetadata,
  requireName,
  requirePaid,
  requireQuantity,
  requireTexts,
} from "./provider-rules";
import type {
  FakeCharge,
  FakeDispute,
  FakeIntent,
  FakePrice,
  FakeRefund,
  FakeSession,
  FakeTransfer,
  ProviderState,
} from "./provider-state";
import { BadRequest } from "./validate-request";
import type { Webhooks } from "./webhooks";

export type Happened = Webhooks["tell"];

/** The operations for the API, the checkout page and tests. */
export type FakeProvider = ReturnType<typeof createProvider>;

const HALF_HOUR = 30 * 60;
const DAY = 24 * 3_600;

/** The provider's side of payments. Each operation throws `BadRequest` to refuse. */
export function createProvider(
  state: ProviderState,
  { now, url, happened }: { now: () => Date; url: () => string; happened: Happened },
) {
  const seconds = () => Math.floor(now().getTime() / 1_000);
  const newId = (prefix: string) => `${prefix}_test_${randomBytes(12).toString("hex")}`;
  const given = <Value>(things: Record<string, Value>, id: string): Value => {
    const thing = things[id];
    if (thing === undefined) {
      throw new BadRequest(`No such thing: '${id}'`, "id", "resource_missing", 404);
    }
    return thing;
  };

  const accounts = createAccounts(state, { seconds, newId, url, happened });

  function session(id: string): FakeSession {
    const found = given(state.sessions, id);
    if (found.status === "open" && found.expires_at <= seconds()) {
      found.status = "expired";
      found.url = null;
      happened("checkout.session.expired", found);
    }
    return found;
  }

  function createPrice({
    currency,
    unit_amount: unitAmount,
    custom_unit_amount: custom,
    product_data: product,
  }: Stripe.PriceCreateParams): FakePrice {
    requireCurrency(currency);
    if ((unitAmount === undefined) === (custom === undefined)) {
      throw new BadRequest("A price has one of unit_amount and custom_unit_amount", "unit_amount");
    }
    requireName(product?.name);
    const named = custom === undefined ? null : readNamedAmount(custom, currency);
    const price = newPrice({
      id: newId("price"),
      product: newId("prod"),
      created: seconds(),
      currency,
      custom_unit_amount: named,
      unit_amount: unitAmount === undefined ? null : Number(unitAmount),
    });
    state.prices[price.id] = price;
    state.products[price.id] = product?.name ?? "";
    return price;
  }

  function offerOf(item: Stripe.Checkout.SessionCreateParams.LineItem | undefined) {
    const quantity = Number(item?.quantity ?? 1);
    requireQuantity(quantity);
    if ((item?.price === undefined) === (item?.price_data === undefined)) {
      throw new BadRequest("A line has one of price and price_data", "line_items");
    }
    if (item?.price !== undefined) {
      const {
        id,
        currency,
        unit_amount: unitAmount,
        custom_unit_amount,
      } = given(state.prices, item.price);
      const named = custom_unit_amount;
      if (named !== null && quantity !== 1) {
        throw new BadRequest("The quantity of a named amount is 1", "quantity");
      }
      return { offer: { name: given(state.products, id), quantity, unitAmount, named }, currency };
    }
    const data = item?.price_data;
    if (data?.unit_amount === undefined) throw new BadRequest("a line has no price", "line_items");
    const { name = "" } = data.product_data ?? {};
    requireName(name);
    const unitAmount = Number(data.unit_amount);
    return { offer: { name, quantity, unitAmount, named: null }, currency: data.currency };
  }

  function createSession(params: Stripe.Checkout.SessionCreateParams): FakeSession {
    if (params.line_items?.length !== 1) throw new BadRequest("One line is needed", "line_items");
    const { offer, currency } = offerOf(params.line_items[0]);
    requireCurrency(currency);
    requireTexts(params);
    const { unitAmount, named } = offer;
    const total = unitAmount === null ? (named?.preset ?? null) : offer.quantity * unitAmount;
    if (total !== null) requireAmount(total, currency, "line_items");
    const expiresAt = Number(params.expires_at ?? seconds() + DAY);
    if (expiresAt < seconds() + HALF_HOUR || expiresAt > seconds() + DAY) {
      throw new BadRequest("expires_at must be within 30 minutes and 24 hours", "expires_at");
    }
    const id = newId("cs");
    const {
      transfer_data: to,
      application_fee_amount: fee,
      on_behalf_of: onBehalfOf,
    } = params.payment_intent_data ?? {};
    if (to !== undefined) {
      const destination = { account: to.destination, fee: Number(fee ?? 0), onBehalfOf };
      accounts.requireDestination(destination, total);
      state.destinations[id] = destination;
    } else if (fee !== undefined) {
      throw new BadRequest(
        "Can only apply an application_fee_amount with a destination",
        "payment_intent_data.application_fee_amount",
      );
    }
    state.offers[id] = offer;
    state.intentMetadata[id] = textsOf(params.payment_intent_data?.metadata);
    state.sessions[id] = newSession({
      id,
      url: `${url()}/checkout/${id}`,
      amount_total: total,
      currency,
      created: seconds(),
      expires_at: expiresAt,
      client_reference_id: params.client_reference_id ?? null,
      metadata: textsOf(params.metadata),
      success_url: params.success_url ?? null,
      cancel_url: params.cancel_url ?? null,
    });
    return given(state.sessions, id);
  }

  function expireSession(id: string): FakeSession {
    const found = session(id);
    if (found.status !== "open") throw new BadRequest("Only open sessions can be expired");
    found.status = "expired";
    found.url = null;
    happened("checkout.session.expired", found);
    return found;
  }

  /** The payer completes the checkout. The money is paid or pending. */
  function complete(id: string, how: "paid" | "processing", amount?: number): FakeSession {
    const found = session(id);
    if (found.status !== "open") throw new BadRequest("The session is not open");
    const currency = found.currency ?? "";
    const { named, unitAmount } = given(state.offers, id);
    const fixed = unitAmount === null ? undefined : (found.amount_total ?? undefined);
    const total = fixed ?? requirePaid(named, amount, currency);
    const intent = newIntent({
      id: newId("pi"),
      amount: total,
      currency,
      created: seconds(),
      metadata: given(state.intentMetadata, id),
    });
    const destination = state.destinations[id];
    if (destination !== undefined) {
      intent.transfer_data = { destination: destination.account };
      intent.application_fee_amount = destination.fee === 0 ? null : destination.fee;
    }
    state.intents[intent.id] = intent;
    found.amount_total = total;
    found.amount_subtotal = total;
    found.payment_intent = intent.id;
    found.status = "complete";
    found.url = null;
    if (how === "paid") book(found, intent);
    happened("checkout.session.completed", found);
    return found;
  }

  function book(found: FakeSession, intent: FakeIntent): void {
    const { id: payment_intent, amount, currency, metadata } = intent;
    const booked = { amount, currency, created: seconds() };
    const charge = newCharge({
      id: newId("ch"),
      ...booked,
      metadata,
      payment_intent,
      balance_transaction: newBooking({ id: newId("txn"), ...booked }),
    });
    state.charges[charge.id] = charge;
    if (intent.transfer_data) {
      passOn(charge, String(intent.transfer_data.destination), intent.application_fee_amount ?? 0);
    }
    intent.latest_charge = charge.id;
    intent.amount_received = amount;
    intent.status = "succeeded";
    found.payment_status = "paid";
  }

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
    const transfer = given(state.transfers, id);
    const reversal = takeBack(
      transfer,
      Number(amount ?? transfer.amount - transfer.amount_reversed),
    );
    const charge = given(state.charges, String(transfer.source_transaction));
    if (isTrue(withFee)) refundFee(charge, reversal.amount);
    return reversal;
  }

  /** Pending money arrives or fails. */
  function settleLater(id: string, outcome: "paid" | "failed"): FakeSession {
    const found = session(id);
    const intent = given(state.intents, found.payment_intent ?? "");
    // Money can arrive after its failure was reported.
    if (intent.status === "succeeded") throw new BadRequest("Nothing is on its way");
    if (outcome === "paid") {
      book(found, intent);
      happened("checkout.session.async_payment_succeeded", found);
    } else {
      intent.status = "requires_payment_method";
      happened("checkout.session.async_payment_failed", found);
    }
    return found;
  }

  const chargeOf = (intentId: string): FakeCharge =>
    given(state.charges, given(state.intents, intentId).latest_charge ?? "");

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
    const refund = given(state.refunds, id);
    refund.status = "failed";
    recountRefunds(given(state.charges, refund.charge));
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
    dispute.evidence_details.due_by = seconds() + 7 * DAY;
    state.disputes[dispute.id] = dispute;
    charge.disputed = !status.startsWith("warning_");
    happened("charge.dispute.created", dispute);
    return dispute;
  }

  function closeDispute(id: string, status: Stripe.Dispute.Status): FakeDispute {
    const dispute = given(state.disputes, id);
    dispute.status = status;
    happened("charge.dispute.closed", dispute);
    return dispute;
  }

  /** The platform uses another key, which does not know a session. */
  function forgetSession(id: string): void {
    delete state.sessions[id];
  }

  /** A session as the API returns it. References in `expand` are replaced by objects. */
  function told(found: FakeSession, expand: readonly string[] = []) {
    const wanted = expand.some((path) => path.startsWith("payment_intent"));
    const intent = state.intents[found.payment_intent ?? ""];
    if (!wanted || intent === undefined) return found;
    const charge = state.charges[intent.latest_charge ?? ""] ?? null;
    return { ...found, payment_intent: { ...intent, latest_charge: charge } };
  }

  return {
    session,
    createPrice,
    createSession,
    expireSession,
    complete,
    settleLater,
    createRefund,
    failRefund,
    openDispute,
    closeDispute,
    forgetSession,
    told,
    accounts,
    reverseTransfer,
    transfer: (id: string) => given(state.transfers, id),
    transfers: () => Object.values(state.transfers),
    /** The sum of the platform's fees of all charges, after refunds. */
    feesKept: () =>
      Object.values(state.fees).reduce((sum, { amount, refunded }) => sum + amount - refunded, 0),
    /** The account that is the seller of a session. Undefined: the platform. */
    sellerOf: (id: string) => state.destinations[id]?.onBehalfOf,
    offer: (id: string) => given(state.offers, id),
    intent: (id: string) => given(state.intents, id),
    refunds: () => Object.values(state.refunds),
    disputes: () => Object.values(state.disputes),
    sessions: () => Object.values(state.sessions),
  };
}

/** Form values are texts, unless the schema has converted them. */
const isTrue = (value: unknown): boolean => value === true || value === "true";

const textsOf = (metadata: unknown): Record<string, string> =>
  typeof metadata === "object" && metadata !== null ? (metadata as Record<string, string>) : {};
