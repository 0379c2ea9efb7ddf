import { z } from "zod";
import type { JobContract, QueueName } from "../define-job";

/** The id of a row (a `bigint`) in JSON. */
const rowId = z.string().regex(/^[1-9]\d{0,18}$/);

/** The contract of a job, whose name starts with its queue. */
const job = <
  const Queue extends QueueName,
  const Verb extends string,
  const Payload extends z.core.$ZodShape,
>(
  queue: Queue,
  verb: Verb,
  payload: Payload,
): JobContract<`${Queue}.${Verb}`, Queue, z.ZodObject<Payload, z.core.$strict>> => ({
  name: `${queue}.${verb}`,
  queue,
  payload: z.strictObject(payload),
});

/**
 * Makes one attempt to deliver an event. Each later one is a job of its own; retries of this job
 * are for failures of this service (docs/reference/webhooks.md#retries).
 */
export const deliverWebhook = job("webhook", "deliver", {
  deliveryId: rowId,
  /** The number of the attempt from 1. An attempt that another job has made is not repeated. */
  attempt: z.number().int().min(1),
});

/** Settles a payment from the reports of the provider (docs/reference/payments.md#settlement). */
export const settlePayment = job("payment", "settle-payment", { paymentId: rowId });

/** Opens the checkout of a payment, unless one is open (docs/reference/payments.md#checkout). */
export const openCheckout = job("payment", "open-checkout", { paymentId: rowId });

/** Maximum number of payments in one job. */
export const CHECKOUTS_A_JOB = 64;

/** Opens the checkouts of payments whose votes were cast together, from one row of the outbox. */
export const openCheckouts = job("payment", "open-checkouts", {
  paymentIds: z.array(rowId).min(1).max(CHECKOUTS_A_JOB),
});

/** Expires the checkouts of a payment that was replaced or whose poll was deleted. */
export const endPayment = job("payment", "end-payment", { paymentId: rowId });

/** Refunds money to its payer (docs/reference/payments.md#refunds). */
export const sendRefund = job("payment", "send-refund", { refundId: rowId });

/**
 * Takes back from a connected account what was refunded to a payer
 * (docs/reference/payments.md#connected-accounts).
 */
export const reverseTransfer = job("payment", "reverse-transfer", { checkoutId: rowId });

/** Creates the account of an owner at the provider, and a link to its onboarding. */
export const openOnboarding = job("payment", "open-onboarding", { connectedAccountId: rowId });

/** Reads from the provider what a connected account may do. */
export const refreshConnectedAccount = job("payment", "look-at-connected-account", {
  connectedAccountId: rowId,
});

/** Settles the payment of an event by the provider's state: the event is not trusted. */
export const handleProviderEvent = job("payment", "handle-provider-event", {
  eventId: z.string().min(1).max(255),
});

/** Creates the derivatives of an upload (docs/reference/media.md#derivatives). */
export const renderAttachment = job("media", "render-attachment", { attachmentId: rowId });

/** Deletes the files of an attachment without an option, then its row. */
export const deleteAttachment = job("media", "delete-attachment", { attachmentId: rowId });

/** Creates the picture of links to a poll (docs/reference/pages.md#links-to-a-poll). */
export const drawLinkPicture = job("media", "draw-link-picture", { pollId: rowId });

/** Creates the derivatives of a video, for `media.render-attachment`: images do not wait for it. */
export const transcodeVideo = job("media-slow", "transcode-video", { attachmentId: rowId });

/**
 * Sends a mail, with a few attempts if the server defers it; the outbox repeats this for about a
 * day (docs/reference/mails.md#delivery).
 */
export const sendMail = job("mail", "send-mail", { mailId: rowId });

/** Counts a bounce. The command that records it ends before its metrics could be read. */
export const countBounce = job("mail", "count-bounce", { mailId: rowId });

/** Every job. A missing handler is a compile error. */
export const contracts = [
  renderAttachment,
  deleteAttachment,
  drawLinkPicture,
  transcodeVideo,
  sendMail,
  countBounce,
  settlePayment,
  openCheckout,
  openCheckouts,
  endPayment,
  sendRefund,
  handleProviderEvent,
  refreshConnectedAccount,
  openOnboarding,
  reverseTransfer,
  deliverWebhook,
] as const;

type Contract = (typeof contracts)[number];

export type ContractOn<Queue extends QueueName> = Extract<Contract, { readonly queue: Queue }>;

/** The contract of a stored job name. Undefined if this release does not know the name. */
export const findContract = (name: string): JobContract | undefined =>
  contracts.find((contract) => contract.name === name);
