import fs from "node:fs";
import type Stripe from "stripe";

/** The fields that the stand-in returns. The types of the SDK check their names. */
export type StandInSession = Pick<
  Stripe.Checkout.Session,
  | "id"
  | "object"
  | "amount_total"
  | "cancel_url"
  | "client_reference_id"
  | "created"
  | "currency"
  | "expires_at"
  | "livemode"
  | "metadata"
  | "mode"
  | "payment_status"
  | "status"
  | "success_url"
  | "url"
> & { payment_intent: string | null };

export type StandInIntent = Pick<
  Stripe.PaymentIntent,
  | "id"
  | "object"
  | "amount"
  | "amount_received"
  | "created"
  | "currency"
  | "livemode"
  | "metadata"
  | "status"
> & { latest_charge: string | null };

export type StandInCharge = Pick<
  Stripe.Charge,
  | "id"
  | "object"
  | "amount"
  | "amount_refunded"
  | "created"
  | "currency"
  | "disputed"
  | "metadata"
  | "refunded"
> & { payment_intent: string; balance_transaction: BookedMoney | null };

type BookedMoney = Pick<
  Stripe.BalanceTransaction,
  "id" | "object" | "amount" | "created" | "currency"
>;

export type StandInRefund = Pick<
  Stripe.Refund,
  "id" | "object" | "amount" | "created" | "currency" | "metadata" | "status"
> & { payment_intent: string; charge: string };

export type StandInDispute = Pick<
  Stripe.Dispute,
  "id" | "object" | "amount" | "created" | "currency" | "status"
> & { payment_intent: string; charge: string };

export interface StandInPrice {
  readonly id: string;
  readonly object: "price";
  readonly currency: string;
  readonly name: string;
}

/** The goods of a session, which the provider's answers do not repeat. */
export interface Offer {
  readonly name: string;
  readonly quantity: number;
  /** Null: the payer names the amount. */
  readonly unitAmount: number | null;
}

interface KeptAnswer {
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
}

/** The whole state of the stand-in. */
export interface ProviderState {
  counter: number;
  sessions: Record<string, StandInSession>;
  offers: Record<string, Offer>;
  intentMetadata: Record<string, Record<string, string>>;
  intents: Record<string, StandInIntent>;
  charges: Record<string, StandInCharge>;
  refunds: Record<string, StandInRefund>;
  disputes: Record<string, StandInDispute>;
  prices: Record<string, StandInPrice>;
  answers: Record<string, KeptAnswer>;
}

const emptyState = (): ProviderState => ({
  counter: 0,
  ...{ sessions: {}, offers: {}, intentMetadata: {}, intents: {}, charges: {} },
  ...{ refunds: {}, disputes: {}, prices: {}, answers: {} },
});

/** Reads the stored state. Without a file the state is empty at each start. */
export function loadState(file: string | undefined): ProviderState {
  if (file === undefined || !fs.existsSync(file)) return emptyState();
  return { ...emptyState(), ...JSON.parse(fs.readFileSync(file, "utf8")) };
}

export function saveState(file: string | undefined, state: ProviderState): void {
  if (file === undefined) return;
  fs.writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
}
