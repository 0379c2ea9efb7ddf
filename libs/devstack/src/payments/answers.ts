import type Stripe from "stripe";
import type {
  StandInCharge,
  StandInDispute,
  StandInIntent,
  StandInPrice,
  StandInRefund,
  StandInSession,
  StandInTransfer,
} from "./provider-state";

/** New objects as the provider returns them. Each has every field that the SDK declares. */

type Facts<Answer, Named extends keyof Answer> = Pick<Answer, Named> & Partial<Answer>;

export const newSession = (
  facts: Facts<
    StandInSession,
    "id" | "amount_total" | "currency" | "created" | "expires_at" | "url"
  >,
): StandInSession => ({
  ...{ object: "checkout.session", mode: "payment", livemode: false, ui_mode: "hosted_page" },
  ...{ payment_status: "unpaid", status: "open", submit_type: null, locale: null },
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  amount_subtotal: facts.amount_total,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  cancel_url: null,
  client_reference_id: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    ...{ after_submit: null, shipping_address: null, submit: null },
    terms_of_service_acceptance: null,
  },
  ...{ customer: null, customer_account: null, customer_creation: "if_required" },
  ...{ customer_details: null, customer_email: null, discounts: [] },
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  managed_payments: null,
  metadata: {},
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: "if_required",
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ["card"],
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  subscription: null,
  success_url: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  wallet_options: null,
  ...facts,
});

export const newIntent = (
  facts: Facts<StandInIntent, "id" | "amount" | "currency" | "created" | "metadata">,
): StandInIntent => ({
  ...{ object: "payment_intent", livemode: false, status: "processing" },
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: "automatic_async",
  client_secret: null,
  confirmation_method: "automatic",
  customer: null,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ["card"],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_group: null,
  ...facts,
});

export const newBooking = (
  facts: Facts<Stripe.BalanceTransaction, "id" | "amount" | "currency" | "created">,
): Stripe.BalanceTransaction => ({
  ...{ object: "balance_transaction", status: "pending", type: "charge" },
  available_on: facts.created,
  balance_type: "payments",
  description: null,
  exchange_rate: null,
  fee: 0,
  fee_details: [],
  net: facts.amount,
  reporting_category: "charge",
  source: null,
  ...facts,
});

export const newCharge = (
  facts: Facts<
    StandInCharge,
    | ("id" | "amount" | "currency" | "created" | "metadata")
    | ("payment_intent" | "balance_transaction")
  >,
): StandInCharge => ({
  ...{ object: "charge", livemode: false, status: "succeeded", paid: true, captured: true },
  ...{ amount_captured: facts.amount, amount_refunded: 0, disputed: false, refunded: false },
  application: null,
  application_fee: null,
  application_fee_amount: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  customer: null,
  description: null,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  on_behalf_of: null,
  outcome: null,
  payment_method: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
  ...facts,
});

export const newRefund = (
  facts: Facts<
    StandInRefund,
    "id" | "amount" | "currency" | "created" | "charge" | "payment_intent"
  >,
): StandInRefund => ({
  ...{ object: "refund", status: "succeeded", reason: null, metadata: {} },
  balance_transaction: null,
  customer: null,
  customer_account: null,
  payment_method: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
  ...facts,
});

const noEvidence = {
  ...{ access_activity_log: null, billing_address: null, cancellation_policy: null },
  ...{ cancellation_policy_disclosure: null, cancellation_rebuttal: null },
  ...{ customer_communication: null, customer_email_address: null, customer_name: null },
  ...{ customer_purchase_ip: null, customer_signature: null },
  ...{ duplicate_charge_documentation: null, duplicate_charge_explanation: null },
  ...{ duplicate_charge_id: null, enhanced_evidence: {}, product_description: null },
  ...{ receipt: null, refund_policy: null, refund_policy_disclosure: null },
  ...{ refund_refusal_explanation: null, service_date: null, service_documentation: null },
  ...{ shipping_address: null, shipping_carrier: null, shipping_date: null },
  ...{ shipping_documentation: null, shipping_tracking_number: null },
  ...{ uncategorized_file: null, uncategorized_text: null },
} satisfies Stripe.Dispute.Evidence;

export const newDispute = (
  facts: Facts<
    StandInDispute,
    "id" | "amount" | "currency" | "created" | "charge" | "payment_intent"
  >,
): StandInDispute => ({
  ...{ object: "dispute", livemode: false, status: "needs_response", reason: "general" },
  balance_transactions: [],
  enhanced_eligibility_types: [],
  evidence: noEvidence,
  evidence_details: {
    ...{ due_by: null, enhanced_eligibility: {}, has_evidence: false },
    ...{ past_due: false, submission_count: 0, submission_method: "manual" },
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  metadata: {},
  ...facts,
});

export const newPrice = (
  facts: Facts<StandInPrice, "id" | "currency" | "created" | "product" | "custom_unit_amount">,
): StandInPrice => ({
  ...{ object: "price", livemode: false, active: true, type: "one_time" },
  billing_scheme: "per_unit",
  lookup_key: null,
  metadata: {},
  nickname: null,
  recurring: null,
  tax_behavior: "unspecified",
  tiers_mode: null,
  transform_quantity: null,
  unit_amount: null,
  unit_amount_decimal: null,
  ...facts,
});

const noRequirements = {
  ...{ alternatives: [], current_deadline: null, currently_due: [], disabled_reason: null },
  ...{ errors: [], eventually_due: [], past_due: [], pending_verification: [] },
} satisfies Stripe.Account.Requirements;

export const newAccount = (facts: Facts<Stripe.Account, "id" | "created">): Stripe.Account => ({
  ...{ object: "account", type: "express", email: null, country: "DE", default_currency: "eur" },
  ...{ charges_enabled: false, payouts_enabled: false, details_submitted: false },
  business_profile: null,
  business_type: null,
  capabilities: { card_payments: "inactive", transfers: "inactive" },
  future_requirements: noRequirements,
  metadata: {},
  requirements: noRequirements,
  ...facts,
});

export const newAccountLink = (facts: Omit<Stripe.AccountLink, "object">): Stripe.AccountLink => ({
  object: "account_link",
  ...facts,
});

export const newTransfer = (
  facts: Facts<StandInTransfer, "id" | "amount" | "currency" | "created" | "destination">,
): StandInTransfer => ({
  ...{ object: "transfer", livemode: false, amount_reversed: 0, reversed: false, metadata: {} },
  balance_transaction: null,
  description: null,
  reversals: {
    object: "list",
    data: [],
    has_more: false,
    url: `/v1/transfers/${facts.id}/reversals`,
  },
  source_transaction: null,
  transfer_group: null,
  ...facts,
});

export const newReversal = (
  facts: Facts<Stripe.TransferReversal, "id" | "amount" | "currency" | "created" | "transfer">,
): Stripe.TransferReversal => ({
  object: "transfer_reversal",
  balance_transaction: null,
  destination_payment_refund: null,
  metadata: {},
  source_refund: null,
  ...facts,
});
