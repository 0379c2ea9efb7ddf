import type Stripe from "stripe";
import type {
  FakeCharge,
  FakeDispute,
  FakeIntent,
  FakePrice,
  FakeRefund,
  FakeSession,
  FakeTransfer,
} from "./provider-state";
import { blank } from "./validate-answer";

/** New objects as the provider returns them. Fields that are not named are null or empty. */

type Facts<Answer, Named extends keyof Answer> = Pick<Answer, Named> & Partial<Answer>;

export const newSession = (
  facts: Facts<FakeSession, "id" | "amount_total" | "currency" | "created" | "expires_at" | "url">,
): FakeSession => ({
  ...blank<FakeSession>("checkout.session"),
  mode: "payment",
  ui_mode: "hosted_page",
  payment_status: "unpaid",
  status: "open",
  adaptive_pricing: { enabled: false },
  amount_subtotal: facts.amount_total,
  customer_creation: "if_required",
  discounts: [],
  metadata: {},
  payment_method_collection: "if_required",
  payment_method_options: {},
  payment_method_types: ["card"],
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ...facts,
});

export const newIntent = (
  facts: Facts<FakeIntent, "id" | "amount" | "currency" | "created" | "metadata">,
): FakeIntent => ({
  ...blank<FakeIntent>("payment_intent"),
  status: "processing",
  capture_method: "automatic_async",
  confirmation_method: "automatic",
  payment_method_options: {},
  payment_method_types: ["card"],
  ...facts,
});

export const newBooking = (
  facts: Facts<Stripe.BalanceTransaction, "id" | "amount" | "currency" | "created">,
): Stripe.BalanceTransaction => ({
  ...blank<Stripe.BalanceTransaction>("balance_transaction"),
  status: "pending",
  type: "charge",
  available_on: facts.created,
  balance_type: "payments",
  net: facts.amount,
  reporting_category: "charge",
  ...facts,
});

export const newCharge = (
  facts: Facts<
    FakeCharge,
    | ("id" | "amount" | "currency" | "created" | "metadata")
    | ("payment_intent" | "balance_transaction")
  >,
): FakeCharge => ({
  ...blank<FakeCharge>("charge"),
  status: "succeeded",
  paid: true,
  captured: true,
  amount_captured: facts.amount,
  fraud_details: {},
  ...facts,
});

export const newRefund = (
  facts: Facts<FakeRefund, "id" | "amount" | "currency" | "created" | "charge" | "payment_intent">,
): FakeRefund => ({
  ...blank<FakeRefund>("refund"),
  status: "succeeded",
  metadata: {},
  ...facts,
});

export const newDispute = (
  facts: Facts<FakeDispute, "id" | "amount" | "currency" | "created" | "charge" | "payment_intent">,
): FakeDispute => ({
  ...blank<FakeDispute>("dispute"),
  status: "needs_response",
  reason: "general",
  evidence_details: {
    due_by: null,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: "manual",
  },
  ...facts,
});

export const newPrice = (
  facts: Facts<FakePrice, "id" | "currency" | "created" | "product" | "custom_unit_amount">,
): FakePrice => ({
  ...blank<FakePrice>("price"),
  active: true,
  type: "one_time",
  billing_scheme: "per_unit",
  tax_behavior: "unspecified",
  ...facts,
});

const noRequirements = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
} satisfies Stripe.Account.Requirements;

export const newAccount = (facts: Facts<Stripe.Account, "id" | "created">): Stripe.Account => ({
  ...blank<Stripe.Account>("account"),
  type: "express",
  country: "DE",
  default_currency: "eur",
  business_profile: null,
  business_type: null,
  capabilities: { card_payments: "inactive", transfers: "inactive" },
  future_requirements: noRequirements,
  metadata: {},
  requirements: noRequirements,
  ...facts,
});

export const newApplication = (id: string): Stripe.Application => ({
  object: "application",
  id,
  name: "Polls",
});

export const newAccountLink = (facts: Omit<Stripe.AccountLink, "object">): Stripe.AccountLink => ({
  object: "account_link",
  ...facts,
});

export const newTransfer = (
  facts: Facts<FakeTransfer, "id" | "amount" | "currency" | "created" | "destination">,
): FakeTransfer => ({
  ...blank<FakeTransfer>("transfer"),
  reversals: {
    object: "list",
    data: [],
    has_more: false,
    url: `/v1/transfers/${facts.id}/reversals`,
  },
  ...facts,
});

export const newReversal = (
  facts: Facts<Stripe.TransferReversal, "id" | "amount" | "currency" | "created" | "transfer">,
): Stripe.TransferReversal => ({
  ...blank<Stripe.TransferReversal>("transfer_reversal"),
  metadata: {},
  ...facts,
});
