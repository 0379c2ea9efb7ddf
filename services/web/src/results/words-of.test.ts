// Covers docs/reference/pages.md: results-on-pages

import { wordsOf } from "./words-of";

const listed = (...answers: readonly (readonly [string, number])[]) =>
  wordsOf(answers).map(({ text, count }) => `${text} ${count}`);

test("words count once per answer regardless of case, most frequent first", () => {
  expect(listed(["Good food, good music!", 2], ["the music", 3])).toEqual([
    "music 5",
    "food 2",
    "Good 2",
  ]);
});

test.each([
  ["English", "The music was a die cast with love", ["cast 1", "die 1", "love 1", "music 1"]],
  ["German", "Die Musik war mit der Liebe und nicht ohne Was", ["Liebe 1", "Musik 1"]],
])("stop words are left out in %s", (_language, answer, words) => {
  expect(listed([answer, 1])).toEqual(words);
});

test("answers without words have none", () => {
  expect(listed(["?!", 4], ["", 1], ["7", 1])).toEqual([]);
});

test("names of object properties count like other words", () => {
  expect(listed(["constructor __proto__", 1])).toEqual(["__proto__ 1", "constructor 1"]);
});
