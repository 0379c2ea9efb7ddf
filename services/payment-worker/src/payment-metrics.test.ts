import { findingOfDiscrepancies } from "./payment-metrics";

const none = {
  ledger: [],
  votes: [],
  fees: [],
  owed: [],
  refund_failed: [],
  stuck: [],
  transfers: [],
};

test.each([
  [undefined, "ok", "the first reconciliation is a minute after the start"],
  [none, "ok", "no payment contradicts another figure"],
  [
    { ...none, ledger: ["1", "2"], stuck: ["3"] },
    "failed",
    "payments contradict other figures: 2 ledger, 1 stuck",
  ],
])("a reconciliation that found %j is %s: %s", (discrepancies, state, found) => {
  expect(findingOfDiscrepancies(discrepancies)).toMatchObject({ state, found });
});
