import { languages } from "./language";
import { momentIn } from "./moment";
import { voteWordsIn } from "./vote-words";

/** The words of a language, without those that are the same in others: "Option 12". */
const said = (language: (typeof languages)[number]): string[] => {
  const { unnamed: _, ...words } = voteWordsIn(language);
  return Object.values(words).map((word) => (typeof word === "string" ? word : word(12 as never)));
};

test.each(languages.filter((one) => one !== "en"))(
  "%s has words of its own for votes",
  (language) => {
    for (const [index, word] of said(language).entries()) expect(word).not.toBe(said("en")[index]);
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
