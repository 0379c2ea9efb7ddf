// Covers docs/reference/pages.md: looks

import { breakCharacters } from "./break-characters";

const [acute, zwj, space] = ["\u0301", "\u200d", "\u200b"];

test.each([
  ["a plain text", "Where shall we eat?"],
  ["words with accents", `e${acute}te${acute} `.repeat(50)],
  ["a language with many marks", "กี่คนที่ไปกินข้าวที่นี่ ".repeat(20)],
  ["words of consonants that join", "क्षत्रिय ".repeat(20)],
  ["a family", `👨${zwj}👩${zwj}👧${zwj}👦`],
  ["a flag", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"],
])("%s stays as it is", (_what, text) => {
  expect(breakCharacters(text)).toBe(text);
});

test.each([
  ["accents", `a${acute.repeat(23)}`, `a${acute.repeat(11)}${space}${acute.repeat(12)}`],
  [
    "emoji that are joined",
    `👩${zwj}`.repeat(12),
    [`👩${zwj}`.repeat(6), `👩${zwj}`.repeat(6)].join(space),
  ],
  ["parts of a syllable", "\u1100".repeat(13), `${"\u1100".repeat(12)}${space}\u1100`],
  [
    "accents inside of a text",
    `So ${`u${acute.repeat(12)}`}p`,
    `So u${acute.repeat(11)}${space}${acute}p`,
  ],
])("a line can break in a character of many %s", (_what, text, broken) => {
  expect(breakCharacters(text)).toBe(broken);
});

test("a long text is processed quickly", () => {
  const texts = ["a", `a${acute}`, `👩${zwj}`, "\u1100", "ab"].map((part) => part.repeat(20_000));
  const began = process.cpuUsage();
  for (const text of texts) breakCharacters(text);
  const { user, system } = process.cpuUsage(began);
  // A busy machine takes longer, but not more of the processor.
  expect((user + system) / 1_000).toBeLessThan(5_000);
});
