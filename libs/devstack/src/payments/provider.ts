import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import { newBooking, newCharge, newIntent, newPrice, newSession } from "./answers";
import { createAccounts } from "./connected-accounts";
import {
  existing,
  readNamedAmount,
  requireAmount,
  requireCurrency,
  requireName,
  requirePaid,
  requireQuantity,
  requireTexts,
  textsOf,
} from "./provider-rules";
import type { FakeIntent, FakePrice, FakeSession, ProviderState } from "./provider-state";
import { createRefunds } from "./refunds";
import { createTransfers } from "./transfers";
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
  const accounts = createAccounts(state, { seconds, newId, url, happened });
  const transfers = createTransfers(state, { seconds, newId });
  const refunds = createRefunds(state, transfers, { seconds, newId, happened });

  function session(id: string): FakeSession {
    const found = existing(state.sessions, id);
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
      } = existing(state.prices, item.price);
      const named = custom_unit_amount;
      if (named !== null && quantity !== 1) {
        throw new BadRequest("The quantity of a named amount is 1", "quantity");
      }
      return {
        offer: { name: existing(state.products, id), quantity, unitAmount, named },
        currency,
      };
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
    return existing(state.sessions, id);
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
    const { named, unitAmount } = existing(state.offers, id);
    const fixed = unitAmount === null ? undefined : (found.amount_total ?? undefined);
    const total = fixed ?? requirePaid(named, amount, currency);
    const intent = newIntent({
      id: newId("pi"),
      amount: total,
      currency,
      created: seconds(),
      metadata: existing(state.intentMetadata, id),
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
      const { destination } = intent.transfer_data;
      transfers.passOn(charge, String(destination), intent.application_fee_amount ?? 0);
    }
    intent.latest_charge = charge.id;
    intent.amount_received = amount;
    intent.status = "succeeded";
    found.payment_status = "paid";
  }

  /** Pending money arrives or fails. */
  function settleLater(id: string, outcome: "paid" | "failed"): FakeSession {
    const found = session(id);
    const intent = existing(state.intents, found.payment_intent ?? "");
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

  /** The platform uses another key, which does not know a session. */
  function forgetSession(id: string): void {
    delete state.sessions[id];
  }

  /** A session as the API returns it. References in `expand` are replaced by objects. */
  function expanded(found: FakeSession, expand: readonly string[] = []) {
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
    createRefund: refunds.createRefund,
    failRefund: refunds.failRefund,
    openDispute: refunds.openDispute,
    closeDispute: refunds.closeDispute,
    forgetSession,
    expanded,
    accounts,
    reverseTransfer: transfers.reverseTransfer,
    transfer: (id: string) => existing(state.transfers, id),
    transfers: () => Object.values(state.transfers),
    /** The sum of the platform's fees of all charges, after refunds. */
    feesKept: () =>
      Object.values(state.fees).reduce((sum, { amount, refunded }) => sum + amount - refunded, 0),
    /** The account that is the seller of a session. Undefined: the platform. */
    sellerOf: (id: string) => state.destinations[id]?.onBehalfOf,
    offer: (id: string) => existing(state.offers, id),
    intent: (id: string) => existing(state.intents, id),
    refunds: () => Object.values(state.refunds),
    disputes: () => Object.values(state.disputes),
    sessions: () => Object.values(state.sessions),
  };
}
