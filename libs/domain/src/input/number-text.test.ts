// Covers docs/reference/votes.md: text-values

import { normalText } from "./number-text";

test.each([
  ["2", "2"],
  ["02", "2"],
  ["+2", "2"],
  ["2.0", "2"],
  ["1.50", "1.5"],
  ["-01.10", "-1.1"],
  ["-0.00", "0"],
  ["000", "0"],
  ["100", "100"],
  ["0.05", "0.05"],
  ["9007199254740993000000000000001", "9007199254740993000000000000001"],
  ["two", "two"],
  ["1.", "1."],
])("%s is %s", (text, expected) => {
  expect(normalText(text, "number_float")).toBe(expected);
  expect(normalText(text, "text")).toBe(text);
});
