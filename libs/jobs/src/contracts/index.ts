import type { JobContract, QueueName } from "../define-job";
import { countBounce, sendMail } from "./mail";
import { deleteAttachment, drawLinkPicture, renderAttachment, transcodeVideo } from "./media";
import {
  CHECKOUTS_A_JOB,
  endPayment,
  handleProviderEvent,
  openCheckout,
  openCheckouts,
  openOnboarding,
  refreshConnectedAccount,
  reverseTransfer,
  sendRefund,
  settlePayment,
} from "./payments";
import { deliverWebhook } from "./webhooks";

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

export {
  CHECKOUTS_A_JOB,
  countBounce,
  deleteAttachment,
  deliverWebhook,
  drawLinkPicture,
  endPayment,
  handleProviderEvent,
  openCheckout,
  openCheckouts,
  openOnboarding,
  refreshConnectedAccount,
  renderAttachment,
  reverseTransfer,
  sendMail,
  sendRefund,
  settlePayment,
  transcodeVideo,
};
