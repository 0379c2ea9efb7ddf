import fs from "node:fs";
import type Stripe from "stripe";

/**
 * The objects of the provider with all fields of its answers, which the types of the SDK demand. References
 * are ids; the API expands those that are asked for.
 */
type With<Answer, References> = Omit<Answer, keyof References> & References;

export type StandInSession = With<Stripe.Checkout.Session, { payment_intent: string | null }>;
export type StandInIntent = With<Stripe.PaymentIntent, { latest_charge: string | null }>;
export type StandInCharge = With<
  Stripe.Charge,
  {
    payment_intent: string;
    balance_transaction: Stripe.BalanceTransaction;
    transfer?: string;
    application_fee: string | null;
  }
>;
export type StandInRefund = With<Stripe.Refund, { payment_intent: string; charge: string }>;
export type StandInDispute = With<Stripe.Dispute, { payment_intent: string; charge: string }>;
export type StandInPrice = With<Stripe.Price, { product: string }>;
export type StandInTransfer = With<Stripe.Transfer, { destination: string }>;

/** Where the money of a session goes, and what the platform keeps of it. */
export interface Destination {
  readonly account: string;
  readonly fee: number;
}

/** A link to the onboarding of an account, which opens once. */
export interface OnboardingLink {
  readonly account: string;
  readonly returnUrl: string;
  readonly refreshUrl: string;
  readonly expiresAt: number;
  opened: boolean;
}

/** What the platform got of a charge, and gave back of it. */
export interface ApplicationFee {
  readonly amount: number;
  refunded: number;
}

/** The goods of a session, which the provider's answers do not repeat. */
export interface Offer {
  readonly name: string;
  readonly quantity: number;
  /** Null: the payer names the amount. */
  readonly unitAmount: number | null;
  readonly named: NamedAmount | null;
}

/** What a payer may name; null where the provider's bounds of the currency hold. */
export type NamedAmount = Pick<Stripe.Price.CustomUnitAmount, "minimum" | "maximum" | "preset">;

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
  accounts: Record<string, Stripe.Account>;
  links: Record<string, OnboardingLink>;
  /** By session. */
  destinations: Record<string, Destination>;
  transfers: Record<string, StandInTransfer>;
  fees: Record<string, ApplicationFee>;
  /** By the id of their prices. */
  products: Record<string, string>;
  answers: Record<string, KeptAnswer>;
}

const emptyState = (): ProviderState => ({
  counter: 0,
  ...{ sessions: {}, offers: {}, intentMetadata: {}, intents: {}, charges: {} },
  ...{ refunds: {}, disputes: {}, prices: {}, products: {}, answers: {} },
  ...{ accounts: {}, links: {}, destinations: {}, transfers: {}, fees: {} },
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
