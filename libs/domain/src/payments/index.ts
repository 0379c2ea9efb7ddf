export {
  type ConnectedAccountState,
  connectedAccountStates,
  connectedStateAfter,
  dueFromOwner,
  noticeAt,
  operatorFee,
  type Payee,
  type PayeeFacts,
  payeeOf,
} from "./connected-account";
export {
  type AmountRules,
  amountFormat,
  amountProblem,
  amountRules,
  type Currency,
  findCurrency,
  formatAmount,
} from "./currencies";
export {
  decideRefund,
  type RefundDecision,
  type RefundFacts,
  type RefundRefusal,
} from "./decide-refund";
export {
  type CheckoutFacts,
  type CheckoutState,
  type DisputeState,
  decideSettlement,
  isWithheld,
  moneyAcceptedUntil,
  type Settlement,
  type SettlementFacts,
} from "./decide-settlement";
export {
  type Fee,
  participationFeeAfter,
  participationFeeOf,
  settingThatAsks,
  submissionFeeOf,
  takesMoney,
} from "./fee-of";
export {
  decideOwedRefund,
  type EarlierRefund,
  earliest,
  isFailing,
  type OwedRefundDecision,
  type OwedRefundFacts,
  retryAfterRefusal,
} from "./owed-refund";
export { payableText } from "./payable-text";
export { type ChargeRoute, chargeRoute } from "./payee-region";
export {
  amountOf,
  creditedTo,
  type Payment,
  type PaymentKind,
  participationKinds,
  paymentKinds,
  type Rejection,
  rejections,
  submissionKinds,
} from "./payment";
export {
  isPayable,
  type PaymentState,
  payableStates,
  paymentStateNames,
  pendingStates,
} from "./payment-states";
export {
  connectedAccountEvents,
  PROVIDER_WEBHOOK_PATH,
  providerEventTypes,
} from "./provider-events";
