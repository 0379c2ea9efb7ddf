export { claimDueConnectedAccounts, findUnreadyPayees } from "./connected-accounts";
export {
  claimDuePayments,
  findInquiredPayments,
  findOwedPayments,
  findPayablePayments,
  findPaymentTotals,
  type InquiredPayment,
  insertFees,
  insertPayments,
  lockPayment,
  markPaymentsEnded,
  type NewPayment,
  type OwedPayment,
  type PayablePayment,
  type PaymentTotals,
} from "./payments";
