// Covers docs/reference/requests.md: field-rules

import { cutText } from "./texts";

test.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc"],
  ["ab👩‍👩‍👧", 4, "ab"],
  ["ab👩‍👩‍👧", 7, "ab👩‍👩‍👧"],
  ["👍🏽", 3, "👍🏽"],
  ["nae\u0308", 3, "na"],
  ["😀😀", 2, "😀😀"],
  [`a${"\u0301".repeat(9)}`, 4, "a\u0301\u0301\u0301"],
  ["", 0, ""],
])("%s cut to %d code points is %s", (text, max, cut) => {
  expect(cutText(text, max)).toBe(cut);
});
