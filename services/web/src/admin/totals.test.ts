// Covers docs/reference/pages.md: managing-on-pages

import type { Poll, RatedOption, Results } from "@polls/client";
import { pageWords } from "../words";
import { resultWords } from "../words/results";
import { totalsOf } from "./totals";

const poll = {
  type: "Polls::Voting",
  status: "active",
  options_count: 2,
  settings: {},
} as unknown as Poll;

/** The total of one option among two. */
function totalOf(vote_type: string, fields: object, more: object = {}) {
  const option = { id: "one", type: "Options::TextOption", position: 1, voter_count: 4 };
  const other = { ...option, id: "two", distribution: { 0: 4 }, rating: 0 };
  const options = [{ ...option, ...fields }, other] as unknown as readonly RatedOption[];
  const groups = [{ kind: "top_level", option_ids: ["one", "two"], vote_type }];
  const results = { voters_count: 4, voting_categories: [], assignments: [], options, groups };
  return totalsOf(results as unknown as Results, { ...poll, ...more }).get("one");
}

beforeAll(async () => {
  // What the page and the browser tell.
  const document = { getElementById: () => ({ textContent: "{}" }) };
  Object.assign(globalThis, { document });
  // Node.js and other test files in this process have one that cannot be assigned.
  const navigator = { languages: ["en"] };
  Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
  await Promise.all([pageWords.load("en"), resultWords.load("en")]);
});

test.each([
  [
    "yes and maybe, but not no",
    "Votes::YesNoMaybeVote",
    { 2: 1, 1: 2, 0: 1 },
    /^1\u00a0yes · 2\u00a0maybe$/,
  ],
  ["no yes, where all say no", "Votes::YesNoMaybeVote", { 0: 4 }, /^0\u00a0yes$/],
  ["no yes, where all are silent", "Votes::YesNoMaybeVote", {}, /^0\u00a0yes$/],
  ["no yes of two answers, where all are silent", "Votes::BooleanVote", {}, /^0\u00a0yes$/],
])("%s is what opinions come to", (_what, type, distribution, text) => {
  expect(totalOf(type, { distribution, rating: 1 })?.text).toMatch(text);
});

test("a date is the best with a yes, also in a closed poll, until a date is final", () => {
  const settings = { option_type: "Options::DateOption" };
  const isBest = (distribution: object, more: object) =>
    totalOf(
      "Votes::YesNoMaybeVote",
      { distribution, best_rating: true, rating: 2 },
      { settings, ...more },
    )?.isBest;
  expect(isBest({ 1: 2 }, {})).toBe(false);
  expect(isBest({ 2: 1 }, {})).toBe(true);
  expect(isBest({ 2: 1 }, { status: "closed" })).toBe(true);
  expect(isBest({ 2: 1 }, { status: "closed", decided_at: "2030-01-02T09:00Z" })).toBe(false);
});

test("answers in words come to their number", () => {
  const distribution = { Soup: 3, Rice: 1 };
  expect(totalOf("Votes::TextVote", { distribution })?.text).toContain("4");
});

test.each([true, false])("a total leads as the results say: %s", (best_rating) => {
  const total = totalOf("Votes::YesNoMaybeVote", {
    best_rating,
    distribution: { 2: 3, 0: 1 },
    rating: 6,
  });
  expect(total?.isBest).toBe(best_rating);
});
