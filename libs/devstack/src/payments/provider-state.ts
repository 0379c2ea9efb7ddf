import fs from "node:fs";
import type Stripe from "stripe";

/** The provider's objects as the SDK types them; references are ids, expanded on request. */
type With<Answer, References> = Omit<Answer, keyof References> & References;

export type FakeSession = With<Stripe.Checkout.Session, { payment_intent: string | null }>;
export type FakeIntent = With<Stripe.PaymentIntent, { latest_charge: string | null }>;
export type FakeCharge = With<
  Stripe.Charge,
  {
    payment_intent: string;
    balance_transaction: Stripe.BalanceTransaction;
    transfer?: string;
    application_fee: string | null;
  }
>;
export type FakeRefund = With<Stripe.Refund, { payment_intent: string; charge: string }>;
export type FakeDispute = With<Stripe.Dispute, { payment_intent: string; charge: string }>;
export type FakePrice = With<Stripe.Price, { product: string }>;
export type FakeTransfer = With<Stripe.Transfer, { destination: string }>;

/** The account that receives the money of a session, and the platform's share. */
export interface Destination {
  readonly account: string;
  readonly fee: number;
  /** The account that is the seller. Undefined: the platform. */
  readonly onBehalfOf: string | undefined;
}

/** A link to the onboarding of an account. It can be opened once. */
export interface OnboardingLink {
  readonly account: string;
  readonly returnUrl: string;
  readonly refreshUrl: string;
  readonly expiresAt: number;
  opened: boolean;
}

/** The fee that the platform received for a charge, and the part that it gave back. */
export interface ApplicationFee {
  readonly amount: number;
  refunded: number;
}

/** The items of a session, which the provider's responses do not repeat. */
export interface Offer {
  readonly name: string;
  readonly quantity: number;
  /** Null if the payer chooses the amount. */
  readonly unitAmount: number | null;
  readonly named: NamedAmount | null;
}

/** Bounds of an amount that the payer chooses. Null: the provider's bounds of the currency. */
export type NamedAmount = Pick<Stripe.Price.CustomUnitAmount, "minimum" | "maximum" | "preset">;

interface KeptAnswer {
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
}

/** The whole state of the fake provider. */
export class ProviderState {
  sessions: Record<string, FakeSession> = {};
  offers: Record<string, Offer> = {};
  intentMetadata: Record<string, Record<string, string>> = {};
  intents: Record<string, FakeIntent> = {};
  charges: Record<string, FakeCharge> = {};
  refunds: Record<string, FakeRefund> = {};
  disputes: Record<string, FakeDispute> = {};
  prices: Record<string, FakePrice> = {};
  accounts: Record<string, Stripe.Account> = {};
  /** The accounts that the provider no longer knows. */
  closed: Record<string, boolean> = {};
  links: Record<string, OnboardingLink> = {};
  /** By session id. */
  destinations: Record<string, Destination> = {};
  transfers: Record<string, FakeTransfer> = {};
  fees: Record<string, ApplicationFee> = {};
  /** By price id. */
  products: Record<string, string> = {};
  answers: Record<string, KeptAnswer> = {};
}

/** Reads the stored state. Without a file, each start begins with an empty state. */
export function loadState(file: string | undefined): ProviderState {
  if (file === undefined || !fs.existsSync(file)) return new ProviderState();
  return { ...new ProviderState(), ...JSON.parse(fs.readFileSync(file, "utf8")) };
}

/** Stores the state. If the disk is full, the next change stores it. */
export function saveState(file: string | undefined, state: ProviderState): void {
  if (file === undefined) return;
  try {
    fs.writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    fs.renameSync(`${file}.new`, file);
  } catch {
    fs.rmSync(`${file}.new`, { force: true });
  }
}
