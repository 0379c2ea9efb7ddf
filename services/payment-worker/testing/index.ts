// What tests outside of this service import of it.

export { loadConfig } from "../src/config";
export type { PaymentDeps } from "../src/deps";
export { handlers } from "../src/handlers";
export { showDiscrepancies } from "../src/payment-metrics";
export { openCheckout } from "../src/processors/open-checkout";
export { openProvider } from "../src/provider/open-provider";
export { settlePayment } from "../src/settle/settle-payment";
export { sweepConnectedAccounts, sweepPayments } from "../src/sweep";
