// Covers docs/reference/opt-in.md: what-is-shown
// Covers docs/reference/options.md: names-of-options

import type { NamedOption } from "../naming";
import { voteTypes } from "../vote-types";
import { type ChoiceMeaning, meaningOf } from "../vote-values";
import { ordinaryPoll } from "../votes/testing/ordinary";
import { describeVote, type HeldVoteFacts, type ValueWords } from "./describe-vote";

/** Each meaning of a choice, as its own word. */
const meanings = Object.fromEntries(
  voteTypes.all.flatMap(({ choices }) => choices.map(meaningOf).map((each) => [each, each])),
) as Record<ChoiceMeaning, string>;
const words: ValueWords = {
  ...meanings,
  abstains: "abstains",
  signedUp: "signed up",
  file: "a file",
  locale: "en",
  unnamed: {
    option: "Option",
    photo: "Photo",
    film: "Film",
    sound: "Recording",
    file: "File",
    drawing: "Drawing",
    place: "Place",
  },
  rank: (rank) => `place ${rank}`,
  winner: (over) => `better than ${over}`,
  votes: (count) => `${count} votes`,
};
const named = (difference: Partial<NamedOption>): NamedOption => ({
  kind: "option",
  wholeDays: false,
  content: undefined,
  name: undefined,
  position: 3,
  ...difference,
});
const ordinary: HeldVoteFacts = {
  type: "Votes::BooleanVote",
  value: 1,
  text: undefined,
  options: [named({ content: "Pizza" })],
  loser: undefined,
  inputType: undefined,
  votingCategoryId: undefined,
  voteDate: undefined,
};
const clean = (text: string) => text.replaceAll(".", ". ");
const poll = { ...ordinaryPoll(), votingCategories: [{ id: 7, title: "Taste.x" }] };

const text = (inputType: string, answer: string) => ({
  type: "Votes::TextVote",
  value: undefined,
  inputType,
  text: answer,
});

test.each<[string, Partial<HeldVoteFacts>, string]>([
  ["yes", {}, "yes"],
  ["no", { value: -1 }, "no"],
  ["an abstention by 0", { value: 0 }, "abstains"],
  ["an abstention without a value", { value: undefined }, "abstains"],
  ["2 of yes, no and maybe", { type: "Votes::YesNoMaybeVote", value: 2 }, "yes"],
  ["1 of yes, no and maybe", { type: "Votes::YesNoMaybeVote", value: 1 }, "maybe"],
  ["0 of yes, no and maybe", { type: "Votes::YesNoMaybeVote", value: 0 }, "no"],
  ["a like", { type: "Votes::LikeVote" }, "chosen"],
  ["no stars", { type: "Votes::RatingVote", value: 0 }, "0"],
  ["a number", { type: "Votes::NumberVote", value: -1.5 }, "-1.5"],
  ["a rank", { type: "Votes::RankedVote", value: 2 }, "place 2"],
  [
    "a comparison",
    { type: "Votes::PairwiseVote", loser: named({ content: "a.b" }) },
    "better than a. b",
  ],
  [
    "a comparison with one without a title",
    { type: "Votes::PairwiseVote", loser: named({}) },
    "better than Option 3",
  ],
  ["a date", { type: "Votes::DateVote", value: undefined, text: "2030-01-31" }, "2030-01-31"],
  ["a text, cleaned", text("text", "evil.example"), "evil. example"],
  ["no text", { type: "Votes::TextVote", value: undefined }, "abstains"],
  ["several choices", text("multi_select", '["a","b"]'), "a, b"],
  ["a choice that is no list", text("select", '["a"]'), '["a"]'],
  ["a tick", text("checkbox", "true"), "yes"],
  ["no tick", text("checkbox", "false"), "no"],
  ["ticks", text("checkbox", '["a"]'), "a"],
  ["a file", text("file", "f00"), "a file"],
])("%s", (_case, difference, value) => {
  expect(describeVote({ ...ordinary, ...difference }, poll, words, clean).value).toBe(value);
});

test("bought votes are described as a number of votes", () => {
  const { settings } = poll;
  const selling = {
    ...poll,
    settings: { ...settings, voting_fee_type: "voting_sell_votes" as const },
  };
  expect(describeVote({ ...ordinary, value: 3 }, selling, words, clean).value).toBe("3 votes");
});

test("where places are limited, a vote signs up", () => {
  const { settings } = poll;
  const limits = { vote_type: "Votes::UpVote", limit_per_option_type: "limit_individual" } as const;
  const list = { settings: { ...settings, ...limits }, votingCategories: [] };
  expect(
    describeVote({ ...ordinary, type: "Votes::UpVote", value: 1 }, list, words, clean).value,
  ).toBe("signed up");
});

test.each<[Partial<HeldVoteFacts>, string]>([
  [{ options: [named({ content: "a.b" })] }, "a. b"],
  [{ options: [named({})] }, "Option 3"],
  [{ options: [named({ content: "Step" }), named({})] }, "Step – Option 3"],
  [
    {
      options: [named({ wholeDays: true, start_date: new Date("2030-07-01T22:00:00Z") })],
    },
    "Monday, July 1, 2030",
  ],
  [{ votingCategoryId: 7, voteDate: "2030-01-31" }, "Pizza (Taste. x, 2030-01-31)"],
  [{ votingCategoryId: 8 }, "Pizza"],
])("the option of %j is %s", (difference, option) => {
  expect(describeVote({ ...ordinary, ...difference }, poll, words, clean).option).toBe(option);
});

test("options are named in the language in which the poll is read", () => {
  const soup = { ...named({ content: "Soup" }), translations: { de: { content: "Suppe" } } };
  const german = { ...poll, settings: { ...poll.settings, language: "de" } };
  const vote = { ...ordinary, type: "Votes::PairwiseVote", options: [soup], loser: soup };
  expect(describeVote(vote, german, words, clean)).toEqual({
    option: "Suppe",
    value: "better than Suppe",
  });
  expect(describeVote(vote, poll, words, clean).option).toBe("Soup");
});

test.each(voteTypes.all.map(({ name }) => name))(
  "every vote type has a description: %s",
  (type) => {
    const vote = { ...ordinary, type, value: 1, text: "x" };
    expect(describeVote(vote, poll, words, clean).value).not.toBe("");
  },
);
