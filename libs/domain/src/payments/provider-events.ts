/** The events of the payment provider that the service handles. Others are ignored. */
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

/** The events about accounts of owners. They have a separate endpoint. */
export const connectedAccountEvents: readonly string[] = [
  "account.updated",
  "account.application.deauthorized",
];

/** The path to which the provider sends its events, below the public address. */
export const PROVIDER_WEBHOOK_PATH = "/webhooks/stripe";
