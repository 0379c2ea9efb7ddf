// Covers docs/reliability.md: payment-provider-failures

import Stripe from "stripe";
import {
  isPayeeProblem,
  isRefusal,
  needsNewIdempotencyKey,
  requireObject,
} from "./provider-errors";

const answered = (statusCode: number, type: Stripe.RawErrorType) =>
  Stripe.errors.StripeError.generate({ statusCode, type, message: "No" });

describe("isRefusal", () => {
  test.each([
    [400, "invalid_request_error"],
    [404, "invalid_request_error"],
  ] as const)("%i %s is a refusal", (statusCode, type) => {
    expect(isRefusal(answered(statusCode, type))).toBe(true);
  });

  test("a request that cannot be encoded is a refusal", () => {
    expect(isRefusal(new URIError("URI malformed"))).toBe(true);
    expect(isRefusal(new TypeError("fetch failed"))).toBe(false);
  });

  test.each([
    [409, "idempotency_error"],
    [400, "idempotency_error"],
    [409, "invalid_request_error"],
    [500, "api_error"],
    [429, "rate_limit_error"],
  ] as const)("%i %s is not a refusal", (statusCode, type) => {
    expect(isRefusal(answered(statusCode, type))).toBe(false);
  });
});

test.each([
  [500, "api_error", true],
  [400, "idempotency_error", true],
  [409, "idempotency_error", false],
  [429, "rate_limit_error", false],
  [400, "invalid_request_error", false],
] as const)("after %i %s the next attempt needs another key: %p", (statusCode, type, needed) => {
  expect(needsNewIdempotencyKey(answered(statusCode, type))).toBe(needed);
});

test("a response of a proxy is not accepted as a response of the provider", () => {
  expect(() => requireObject({ object: "price" }, "price")).not.toThrow();
  for (const answer of [{}, { object: "refund" }, { object: null }]) {
    expect(() => requireObject(answer, "price")).toThrow("the provider sent no price");
  }
});

const refused = { statusCode: 400, type: "invalid_request_error" } as const;

test.each([
  [
    "a country, with its parameter",
    { param: "payment_intent_data[transfer_data][destination]", message: "No" },
    true,
  ],
  [
    "a country, with a text alone",
    {
      message:
        "Cannot create a destination charge for connected accounts in US because funds would be settled on the platform and the connected account is outside the platform's region.",
    },
    true,
  ],
  [
    "the operator's share",
    {
      code: "charge_invalid_parameter",
      message:
        "Stripe doesn't currently support application fees for platforms in US with connected accounts in BR.",
    },
    true,
  ],
  ["a capability", { code: "insufficient_capabilities_for_transfer", message: "No" }, true],
  ["an amount", { code: "amount_too_small", param: "line_items", message: "Too small" }, false],
])("a refusal of %s is about the recipient: %#", (_, facts, expected) => {
  expect(isPayeeProblem(Stripe.errors.StripeError.generate({ ...refused, ...facts }))).toBe(
    expected,
  );
});
