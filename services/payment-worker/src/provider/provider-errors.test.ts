import Stripe from "stripe";
import { isRefusal } from "./provider-errors";

const answered = (statusCode: number, type: Stripe.RawErrorType) =>
  Stripe.errors.StripeError.generate({ statusCode, type, message: "No" });

describe("a refusal of the provider", () => {
  test.each([
    [400, "invalid_request_error"],
    [404, "invalid_request_error"],
    [400, "idempotency_error"],
  ] as const)("%i %s is one", (statusCode, type) => {
    expect(isRefusal(answered(statusCode, type))).toBe(true);
  });

  test.each([
    [409, "idempotency_error"],
    [409, "invalid_request_error"],
    [500, "api_error"],
    [429, "rate_limit_error"],
  ] as const)("%i %s is none", (statusCode, type) => {
    expect(isRefusal(answered(statusCode, type))).toBe(false);
  });
});
