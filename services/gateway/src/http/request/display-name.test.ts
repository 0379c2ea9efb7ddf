// Covers docs/reference/media.md: kind-by-content

import { displayName } from "./display-name";

test.each([
  ["a name", "photo.png", "photo.png"],
  ["folders", "C:\\pictures\\my/photo.png", "photo.png"],
  ["an emoji of several parts", "👩‍👩‍👧 🏳️‍🌈.png", "👩‍👩‍👧 🏳️‍🌈.png"],
  [
    "a flag of tags",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}.png",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}.png",
  ],
  ["letters with joiners", "می‌خواهم क्‍ष.png", "می‌خواهم क्‍ष.png"],
  ["a variant of a character", "葛\u{E0100}城.png", "葛\u{E0100}城.png"],
  ["quotation marks", 'the "best".png', 'the "best".png'],
  ["another direction of writing", "photo\u202egnp.exe", "photognp.exe"],
  ["invisible characters", "a\u200bb\u200dc\u2066.png", "abc.png"],
  ["control characters", "a\r\nb\u0000.png", "ab.png"],
  ["a long name", "👩‍👩‍👧".repeat(52), "👩‍👩‍👧".repeat(51)],
])("the display name of %s", (_what, name, shown) => {
  expect(displayName(name)).toBe(shown);
});

test.each(["", "..", "a/", "\u200b", undefined])("%j is no name", (name) => {
  expect(displayName(name)).toBeUndefined();
});
