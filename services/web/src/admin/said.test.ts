// Covers docs/reference/pages.md: managing-on-pages

import type { OptionListItem, Participant, Poll, Vote } from "@polls/client";
import { en as admin } from "../words/admin/en";
import { en as page } from "../words/en";
import { en as results } from "../words/results/en";
import { saidIn } from "./said";

const words = { page, results, people: admin.people };
const option = { id: "one", type: "Options::TextOption" } as OptionListItem;
const pollOf = (settings: object = {}, type = "Polls::Voting") =>
  ({ type, settings, options_count: 5 }) as unknown as Poll;

const saidBy = (
  vote: object,
  {
    poll = pollOf(),
    voter = {},
    choices,
  }: { poll?: Poll; voter?: Partial<Participant>; choices?: readonly string[] } = {},
) => {
  const cast = { option_id: "one", vote_text: null, ...vote } as unknown as Vote;
  const votes = [cast, { ...cast, option_id: "another" }];
  return saidIn({ option, choices }, { voter: voter as Participant, votes }, poll, words);
};

test.each([
  ["a yes", { type: "Votes::YesNoMaybeVote", vote: 2 }, { sign: "✓", look: "yes" }],
  ["a maybe", { type: "Votes::YesNoMaybeVote", vote: 1 }, { sign: "≈", look: "maybe" }],
  ["a no", { type: "Votes::YesNoMaybeVote", vote: 0 }, { sign: "✕", look: "no" }],
  ["no opinion", { type: "Votes::YesNoMaybeVote", vote: null }, { text: "abstained", sign: "–" }],
  ["a text", { type: "Votes::TextVote", vote: "Soup" }, { text: "Soup" }],
])("%s is shown by its own sign or text", (_what, vote, expected) => {
  expect(saidBy(vote)).toEqual([expect.objectContaining(expected)]);
});

test("the first place of a ranking stands highest, and the last one lowest", () => {
  const placeOf = (vote: number) => saidBy({ type: "Votes::RankedVote", vote })[0]?.at;
  expect([1, 3, 5].map(placeOf)).toEqual([1, 0.5, 0]);
});

test("a value of a matrix is the title of its column", () => {
  const choices = ["Rarely", "Often"];
  expect(saidBy({ type: "Votes::RatingVote", vote: 2 }, { choices })).toEqual([{ text: "Often" }]);
});

test.each([
  ["of fraud", { fraudulent: true }],
  ["that is not paid", { paid: false }],
])("a vote %s does not count, and looks so", (_what, voter) => {
  const [said] = saidBy({ type: "Votes::YesNoMaybeVote", vote: 2 }, { voter });
  expect(said).toMatchObject({ sign: "✓", look: "out" });
});

test("a skipped answer is a text that does not count", () => {
  expect(saidBy({ type: "Votes::TextVote", vote: "Soup", skipped: true })).toEqual([
    { text: "Soup (skipped)", look: "out" },
  ]);
});

test("a vote in a category or of a day says which", () => {
  const poll = pollOf({ voting_category_ids: [{ id: 3, title: "Taste" }] });
  const vote = {
    type: "Votes::TextVote",
    vote: "Soup",
    voting_category_id: 3,
    vote_date: "2030-06-01",
  };
  expect(saidBy(vote, { poll })).toEqual([{ text: "Taste, 2030-06-01: Soup" }]);
});
