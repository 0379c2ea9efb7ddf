import { type Language, languages } from "./language";
import { voteWordsIn } from "./vote-words";

/** The words that are the same in English. */
const same: Readonly<Partial<Record<Language, readonly string[]>>> = { de: ["option", "film"] };

const said = (language: Language) => {
  const { unnamed, ...words } = voteWordsIn(language);
  return Object.entries({ ...words, ...unnamed }).map(
    ([name, word]) => [name, typeof word === "string" ? word : word(12 as never)] as const,
  );
};

test.each(languages.filter((one) => one !== "en"))(
  "%s has words of its own for votes",
  (language) => {
    const english = new Map(said("en"));
    const equal = said(language).filter(([name, word]) => word === english.get(name));
    expect(equal.map(([name]) => name)).toEqual(same[language] ?? []);
  },
);

test("singular and plural of votes are correct", () => {
  expect([1, 2].map(voteWordsIn("en").votes)).toEqual(["1 vote", "2 votes"]);
  expect([1, 2].map(voteWordsIn("de").votes)).toEqual(["1 Stimme", "2 Stimmen"]);
});
