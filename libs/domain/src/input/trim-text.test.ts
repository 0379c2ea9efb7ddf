// Covers docs/reference/requests.md: field-rules

import { createCommentBody } from "../comments";
import { readText } from "../vote-types/read-value";
import { entry, text } from "./fields";
import { trimText } from "./texts";

const invisible: readonly (readonly [string, string])[] = [
  ["blanks", " \t\n\u00A0\u3000"],
  ["zero-width spaces", "\u200B\u200B"],
  ["joiners", "\u200C\u200D\u2060\uFEFF"],
  ["signs of direction", "\u200E\u200F\u202E\u2066\u2069"],
  ["soft hyphens", "\u00AD"],
  ["fillers", "\u3164\u115F\uFFA0\u2800"],
  ["selectors of variants and tags", "\uFE0F\u{E0061}\u{E0100}"],
  ["a mixture with blanks", " \u200B \u2063 "],
];

test.each(invisible)("a text of %s alone is blank for every reader", (_, value) => {
  expect(trimText(value)).toBe("");
  expect(text().parse(value)).toBeNull();
  expect(entry().safeParse(value).success).toBe(false);
  const comment = { comment: { content: value }, voter_id: "a" };
  expect(createCommentBody.safeParse(comment).success).toBe(false);
  const given = { vote: undefined, voteText: value };
  const reading = readText(
    given,
    () => undefined,
    (read) => read === "",
  );
  expect(reading).toMatchObject({ ok: true, value: { text: undefined } });
});

test.each([
  ["a letter between joiners", " \u200Ba\u200B ", "\u200Ba\u200B"],
  ["an emoji", " \u{1F468}\u200D\u{1F469} ", "\u{1F468}\u200D\u{1F469}"],
  ["a sign that is drawn around a number", "\u0600", "\u0600"],
  ["a combining sign", "\u0301", "\u0301"],
])("%s is seen, and stays as it is", (_, value, trimmed) => {
  expect(trimText(value)).toBe(trimmed);
});

test("a control character is refused, not taken for a blank", () => {
  expect(text().safeParse("\u0000").success).toBe(false);
  expect(entry().safeParse("\u0007").success).toBe(false);
});

test("a long text without a visible character is read in time", () => {
  expect(trimText("\u200B".repeat(1_000_000))).toBe("");
});
