import { preferredLanguage, wishedLanguages } from "./language";

describe("preferredLanguage", () => {
  test.each([
    [undefined, "en"],
    ["", "en"],
    ["de", "de"],
    ["de-AT,de;q=0.9,en;q=0.8", "de"],
    ["en-GB,de;q=0.9", "en"],
    ["fr, de;q=0.5, en;q=0.3", "de"],
    ["en;q=0.2, DE;q=0.7", "de"],
    ["de;q=0, en;q=0.1", "en"],
    ["fr", "en"],
    ["*", "en"],
    ["de;q=nonsense", "de"],
    [";;;,,,q=1", "en"],
  ])("the header %p selects %s", (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});

test("wishedLanguages are in the order of their weights, without those that are refused", () => {
  expect(wishedLanguages("en;q=0.2, DE-at, fr;q=0.2, it;q=0, d ö, *;q=0.1")).toEqual([
    "de-at",
    "en",
    "fr",
    "*",
  ]);
});
