import { localeIn } from "./name-option";

// Covers docs/reference/pages.md: languages

test.each([
  ["the region of the browser", "en", ["en-GB", "en-US", "en"], "en-GB"],
  ["as servers read it", "de", ["de-at", "de"], "de-at"],
  ["a later wish that names a region", "en", ["de-DE", "en", "en-IE"], "en-IE"],
  ["no region of another language", "en", ["de-DE", "en"], "en"],
  ["nothing that is no region", "en", ["en-1", "en-x-y", "en-latn", "*"], "en"],
  ["no wish", "de", [], "de"],
])("%s", (_case, language, wishes, expected) => {
  expect(localeIn(language, wishes)).toBe(expected);
});
