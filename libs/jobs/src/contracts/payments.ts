import { z } from "zod";
import { defineJob, rowId } from "../define-job";

/** Settles a payment from the reports of the provider (docs/reference/payments.md#settlement). */
export const settlePayment = defineJob({
  name: "payment.settle-payment",
  queue: "payment",
  payload: z.strictObject({ paymentId: rowId }),
});

/** Opens the checkout of a payment, unless one is open (docs/reference/payments.md#checkout). */
export const openCheckout = defineJob({
  name: "payment.open-checkout",
  queue: "payment",
  payload: z.strictObject({ paymentId: rowId }),
});

/** Maximum number of payments in one job. */
export const CHECKOUTS_A_JOB = 64;

/** Opens the checkouts of payments whose votes were cast together, from one row of the outbox. */
export const openCheckouts = defineJob({
  name: "payment.open-checkouts",
  queue: "payment",
  payload: z.strictObject({ paymentIds: z.array(rowId).min(1).max(CHECKOUTS_A_JOB) }),
});

/** Expires the checkouts of a payment that was replaced or whose poll was deleted. */
export const endPayment = defineJob({
  name: "payment.end-payment",
  queue: "payment",
  payload: z.strictObject({ paymentId: rowId }),
});

/** Refunds money to its payer (docs/reference/payments.md#refunds). */
export const sendRefund = defineJob({
  name: "payment.send-refund",
  queue: "payment",
  payload: z.strictObject({ refundId: rowId }),
});

/** Takes back money that a payer got back (docs/reference/payments.md#connected-accounts). */
export const reverseTransfer = defineJob({
  name: "payment.reverse-transfer",
  queue: "payment",
  payload: z.strictObject({ checkoutId: rowId }),
});

/** Creates the account of an owner at the provider, and a link to its onboarding. */
export const openOnboarding = defineJob({
  name: "payment.open-onboarding",
  queue: "payment",
  payload: z.strictObject({ connectedAccountId: rowId }),
});

/** Reads from the provider what a connected account may do. */
export const refreshConnectedAccount = defineJob({
  name: "payment.look-at-connected-account",
  queue: "payment",
  payload: z.strictObject({ connectedAccountId: rowId }),
});

/** Settles the payment of an event by the provider's state: the event is not trusted. */
export const handleProviderEvent = defineJob({
  name: "payment.handle-provider-event",
  queue: "payment",
  payload: z.strictObject({ eventId: z.string().min(1).max(255) }),
});
