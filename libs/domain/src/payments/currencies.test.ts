// Covers docs/reference/payments.md: amounts

import {
  amountProblem,
  amountRules,
  currencyCodes,
  findCurrency,
  formatAmount,
} from "./currencies";

describe("currencies of the payment provider (docs/reference/payments.md#amounts)", () => {
  test.each([
    ["eur", { digits: 2, step: 1, least: 50, most: 99_999_999 }],
    ["gbp", { digits: 2, step: 1, least: 30, most: 99_999_999 }],
    ["huf", { digits: 2, step: 1, least: 17_500, most: 9_999_999_999 }],
    ["jpy", { digits: 0, step: 1, least: 50, most: 9_999_999_999 }],
    ["kwd", { digits: 3, step: 10, least: undefined, most: 99_999_999 }],
    ["isk", { digits: 2, step: 100, least: undefined, most: 99_999_999 }],
    ["ugx", { digits: 2, step: 100, least: undefined, most: 99_999_999 }],
    ["mga", { digits: 0, step: 1, least: undefined, most: 99_999_999 }],
    ["idr", { digits: 2, step: 1, least: undefined, most: 999_999_999_999 }],
    ["xau", undefined],
  ])("%s is %j", (code, currency) => {
    expect(findCurrency(code)).toEqual(currency);
  });

  test("every currency formats numbers and has amounts that are multiples of its step", () => {
    expect(currencyCodes.length).toBeGreaterThan(135);
    for (const code of currencyCodes) {
      const { step, least = step, most } = findCurrency(code) ?? { step: 0, most: 0 };
      expect([code, least % step, least <= most]).toEqual([code, 0, true]);
      expect(formatAmount(least, code, "en")).toMatch(/\d/);
    }
  });

  test.each([
    [1_250, "eur", "en", "€12.50"],
    [1_250, "eur", "de", "12,50 €"],
    [500, "jpy", "en", "¥500"],
    [500, "mga", "en", "MGA 500"],
    [500, "isk", "en", "ISK 5"],
    [500, "ugx", "en", "UGX 5"],
    [5_120, "kwd", "en", "KWD 5.120"],
    [17_550, "huf", "en", "HUF 175.50"],
  ])("%i in %s is shown to readers of %s as %s", (minor, code, language, text) => {
    expect(formatAmount(minor, code, language).replace(/\s/g, " ")).toBe(text);
  });

  test.each([
    ["eur", undefined, { currency: "eur", step: 1, least: 50, most: 99_999_999 }],
    ["eur", 100, { currency: "eur", step: 1, least: 100, most: 99_999_999 }],
    ["gbp", 30, { currency: "gbp", step: 1, least: 30, most: 99_999_999 }],
    [
      "huf",
      50,
      "must be at least 17500 in the minor unit of huf: the payment provider takes no less",
    ],
    ["eur", 100_000_000, "must be at most 99999999 in the minor unit of eur"],
    ["isk", 5_050, "must be a multiple of 100 in the minor unit of isk"],
    ["isk", 10_000, { currency: "isk", step: 100, least: 10_000, most: 99_999_999 }],
    [
      ...(["kwd", undefined] as const),
      "needs a least amount in PAYMENT_MINIMUM: the payment provider publishes none of kwd",
    ],
  ])("%s with the minimum %p takes %j", (code, minimum, rules) => {
    expect(amountRules(code, minimum)).toEqual(rules);
  });

  test("an unknown currency has no rules", () => {
    expect(() => amountRules("xau", 50)).toThrow(/Not a currency/);
  });

  test.each([
    [50, undefined],
    [49, "must be at least 50 in the minor unit of eur"],
    [99_999_999, undefined],
    [100_000_000, "must be at most 99999999 in the minor unit of eur"],
  ])("%i in eur: %p", (amount, problem) => {
    expect(amountProblem(amount, { currency: "eur", step: 1, least: 50, most: 99_999_999 })).toBe(
      problem,
    );
  });

  test("amounts between two steps cannot be paid", () => {
    const rules = { currency: "kwd", step: 10, least: 150, most: 99_999_999 };
    expect(amountProblem(5_124, rules)).toBe("must be a multiple of 10 in the minor unit of kwd");
    expect(amountProblem(5_120, rules)).toBeUndefined();
  });
});
