import type { Handler } from "@polls/jobs";
import type { PaymentDeps } from "../deps";
import { settlePayment } from "../settle/settle-payment";

/** Somebody asks how a payment stands: who came back from the checkout, the sweep, an operator. */
export const settle: Handler<{ paymentId: string }, PaymentDeps> = ({ paymentId }, deps, run) =>
  settlePayment(deps, BigInt(paymentId), run);
