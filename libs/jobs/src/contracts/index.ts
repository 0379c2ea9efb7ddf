import type { JobContract, QueueName } from "../define-job";
import { deleteAttachment } from "./delete-attachment";
import { deliverWebhook } from "./deliver-webhook";
import { endPayment } from "./end-payment";
import { handleProviderEvent } from "./handle-provider-event";
import { openCheckout } from "./open-checkout";
import { CHECKOUTS_A_JOB, openCheckouts } from "./open-checkouts";
import { renderAttachment } from "./render-attachment";
import { sendMail } from "./send-mail";
import { sendRefund } from "./send-refund";
import { settlePayment } from "./settle-payment";
import { transcodeVideo } from "./transcode-video";

/** Every job. A job without a handler does not compile. */
export const contracts = [
  renderAttachment,
  deleteAttachment,
  transcodeVideo,
  sendMail,
  settlePayment,
  openCheckout,
  openCheckouts,
  endPayment,
  sendRefund,
  handleProviderEvent,
  deliverWebhook,
] as const;

type Contract = (typeof contracts)[number];

/** The contracts of one queue. */
export type ContractOn<Queue extends QueueName> = Extract<Contract, { readonly queue: Queue }>;

/** The contract of a stored job name; undefined for a name that this release does not know. */
export const findContract = (name: string): JobContract | undefined =>
  contracts.find((contract) => contract.name === name);

export {
  CHECKOUTS_A_JOB,
  deleteAttachment,
  deliverWebhook,
  endPayment,
  handleProviderEvent,
  openCheckout,
  openCheckouts,
  renderAttachment,
  sendMail,
  sendRefund,
  settlePayment,
  transcodeVideo,
};
