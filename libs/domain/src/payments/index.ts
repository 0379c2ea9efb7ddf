export {
  decideRefund,
  type RefundDecision,
  type RefundFacts,
  type RefundRefusal,
} from "./decide-refund";
export {
  type CheckoutFacts,
  type CheckoutState,
  type Dispute,
  decideSettlement,
  moneyAcceptedUntil,
  type Settlement,
  type SettlementFacts,
} from "./decide-settlement";
export {
  type Fee,
  participationFeeAfter,
  participationFeeOf,
  submissionFeeOf,
  takesMoney,
} from "./fee-of";
export {
  amountOf,
  creditedTo,
  isPayable,
  type Payment,
  type PaymentKind,
  type PaymentState,
  type Rejection,
} from "./payment";
