import { creditedTo, type Payment } from "./payment";

export type RefundRefusal = "not_refundable" | "too_many_votes" | "only_whole";

export interface RefundFacts {
  readonly payment: Pick<
    Payment,
    "kind" | "state" | "received" | "refunded" | "unitAmount" | "rejection"
  >;
  /** Amount of refunds that the provider has not reported yet, in the minor unit. */
  readonly pending: number;
  /** The number of refunds that the provider refused, and that are still wanted. */
  readonly refused: number;
  /** How many votes to refund. Undefined means everything that is left. */
  readonly votes: number | undefined;
}

export type RefundDecision =
  | { readonly kind: "refund"; readonly amount: number }
  /** The refused refunds are sent again. */
  | { readonly kind: "send_again" }
  | { readonly kind: "refused"; readonly because: RefundRefusal };

/**
 * Decides on a refund that an admin requests (docs/reference/payments.md#refunds): all that is left, or the price of
 * some votes. Rejected, disputed or refunded money is not refunded again, but what the provider refused is sent again.
 */
export function decideRefund({ payment, pending, refused, votes }: RefundFacts): RefundDecision {
  if (refused > 0 && votes === undefined && payment.state === "paid") return { kind: "send_again" };
  const left = payment.received - payment.refunded - pending;
  if (payment.state !== "paid" || payment.rejection !== undefined || left <= 0) {
    return { kind: "refused", because: "not_refundable" };
  }
  if (votes === undefined) return { kind: "refund", amount: left };
  if (creditedTo[payment.kind] !== "vote" || payment.unitAmount === undefined) {
    return { kind: "refused", because: "only_whole" };
  }
  const amount = votes * payment.unitAmount;
  return amount > left
    ? { kind: "refused", because: "too_many_votes" }
    : { kind: "refund", amount };
}
