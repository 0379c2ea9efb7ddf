/** The events of the payment provider that are handled; it may send others. */
export const providerEventTypes: readonly string[] = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
];

/** The event that tells of the accounts of owners; its endpoint is another one. */
export const CONNECTED_ACCOUNT_EVENT = "account.updated";

/** Where the provider sends its events, below the public address. */
export const PROVIDER_WEBHOOK_PATH = "/webhooks/stripe";
