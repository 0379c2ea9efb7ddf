import { type Language, languages } from "./language";
import { momentIn } from "./moment";
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

test("a moment is formatted in the language and the time zone, and UTC is shown", () => {
  const moment = new Date("2030-06-15T22:30:00Z");
  expect(momentIn("en", "UTC", moment)).toBe("15 June 2030 at 22:30 UTC");
  expect(momentIn("de", "Europe/Berlin", moment)).toBe("16. Juni 2030 um 00:30");
});
