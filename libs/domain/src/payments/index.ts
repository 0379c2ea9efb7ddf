export * from "./connected-account";
export {
  type AmountRules,
  amountFormat,
  amountProblem,
  amountRules,
  type Currency,
  findCurrency,
  formatAmount,
} from "./currencies";
export * from "./decide-refund";
export * from "./decide-settlement";
export * from "./fee-of";
export * from "./owed-refund";
export { payableText } from "./payable-text";
export { type ChargeRoute, chargeRoute } from "./payee-region";
export * from "./payment";
export {
  isPayable,
  type PaymentState,
  payableStates,
  paymentStateNames,
  pendingStates,
} from "./payment-states";
export * from "./provider-events";
