import Stripe from "stripe";
import { isRefusal, needsNewIdempotencyKey, requireObject } from "./provider-errors";

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
