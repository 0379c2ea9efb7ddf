import { creditedTo, type Payment } from "./payment";

export type RefundRefusal = "not_refundable" | "too_many_votes" | "only_whole";

export interface RefundFacts {
  readonly payment: Pick<
    Payment,
    "kind" | "state" | "received" | "refunded" | "unitAmount" | "rejection"
  >;
  /** Asked for already, and not yet told by the provider; in the minor unit. */
  readonly pending: number;
  /** How many votes are given back; undefined: all that is left. */
  readonly votes: number | undefined;
}

export type RefundDecision =
  | { readonly kind: "refund"; readonly amount: number }
  | { readonly kind: "refused"; readonly because: RefundRefusal };

/**
 * What an admin's refund comes to (decisions 10): all that is left, or so many of the votes. Money that
 * goes back by itself, is fought over or has gone back is not refunded again.
 */
export function decideRefund({ payment, pending, votes }: RefundFacts): RefundDecision {
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
