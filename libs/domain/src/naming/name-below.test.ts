import { nameBelow } from "./name-option";

// Covers docs/reference/results.md: table-of-answers

test.each([
  ["Food", "Soup", "Food: Soup"],
  ["Which day?", "Friday", "Which day? Friday"],
  ["Which day?", "Which day?", "Which day?"],
])("below %s, %s is %s", (above, name, text) => {
  expect(nameBelow(above, name)).toBe(text);
});
