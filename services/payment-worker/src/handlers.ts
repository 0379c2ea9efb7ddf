import type { Handlers } from "@polls/jobs";
import { openOnboarding } from "./connect/open-onboarding";
import { refreshConnectedAccount } from "./connect/refresh-connected-account";
import type { PaymentDeps } from "./deps";
import { endPayment } from "./processors/end-payment";
import { handleProviderEvent } from "./processors/handle-provider-event";
import { openCheckout, openCheckouts } from "./processors/open-checkout";
import { reverseTransfer } from "./processors/reverse-transfer";
import { sendRefund } from "./processors/send-refund";
import { settlePayment } from "./settle/settle-payment";

export const handlers: Handlers<"payment", PaymentDeps> = {
  "payment.settle-payment": ({ paymentId }, deps, run) =>
    settlePayment(deps, BigInt(paymentId), run),
  "payment.open-checkout": openCheckout,
  "payment.open-checkouts": openCheckouts,
  "payment.end-payment": endPayment,
  "payment.send-refund": sendRefund,
  "payment.reverse-transfer": reverseTransfer,
  "payment.open-onboarding": openOnboarding,
  "payment.look-at-connected-account": ({ connectedAccountId }, deps, run) =>
    refreshConnectedAccount(deps, BigInt(connectedAccountId), run),
  "payment.handle-provider-event": handleProviderEvent,
};
