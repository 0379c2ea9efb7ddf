// Covers docs/reference/payments.md: checkout

import fc from "fast-check";
import { payableText } from "./payable-text";

describe("payableText", () => {
  test.each([
    ["a short text stays", "Tea", 10, "Tea"],
    ["a text of the greatest length stays", "Tea with milk", 13, "Tea with milk"],
    ["a longer text is cut and ends with an ellipsis", "Tea with milk", 12, "Tea with mi…"],
    ["a family is not cut apart", "ab👨‍👩‍👧‍👦", 6, "ab…"],
    ["half of a pair is replaced", "a\ud83d", 10, "a\ufffd"],
    ["a first character that is too long goes", "👨‍👩‍👧‍👦", 3, "…"],
  ])("%s", (_, text, max, cut) => {
    expect(payableText(text, max)).toBe(cut);
  });

  test("a text is never too long and is always valid Unicode", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.nat(20), (text, max) => {
        const cut = payableText(text, max + 1);
        expect(cut.length).toBeLessThanOrEqual(max + 1);
        expect(() => encodeURIComponent(cut)).not.toThrow();
      }),
    );
  });
});
