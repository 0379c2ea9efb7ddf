// Covers docs/reference/payments.md: connected-accounts

import { chargeRoute } from "./payee-region";

test.each([
  ["DE", "DE", "platform"],
  ["DE", "GB", "platform"],
  ["CH", "NO", "platform"],
  ["US", "US", "platform"],
  ["US", "FR", "on_behalf_of"],
  ["GB", "US", "on_behalf_of"],
  ["CA", "US", "on_behalf_of"],
  ["DE", "TH", "impossible"],
  ["JP", "DE", "impossible"],
  ["JP", "JP", "platform"],
  [undefined, "TH", "platform"],
  ["DE", undefined, "platform"],
] as const)("a platform in %p charges for an account in %p: %s", (platform, account, route) => {
  expect(chargeRoute(platform, account)).toBe(route);
});
