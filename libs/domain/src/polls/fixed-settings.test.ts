// Covers docs/reference/polls.md: fixed-settings, voting-categories

import type { FieldErrors } from "../refusals/refusal";
import { now, ordinaryPoll } from "../votes/testing/ordinary";
import { fixedFrom, noStoredVotes, type StoredVotes } from "./fixed-settings";
import { neededPollVotes, readUpdatePoll, type UpdatePollFacts } from "./read-update-poll";
import { unusedPoll } from "./testing/unused-poll";

type Difference = Parameters<typeof ordinaryPoll>[0];

const ONCE_OPTIONS = "cannot be changed once there are options";
const ONCE_VOTES = "cannot be changed once there are votes";

function errorsOf(poll: Difference, change: object, facts: Partial<UpdatePollFacts>): FieldErrors {
  const read = readUpdatePoll({ poll: change }, ordinaryPoll(poll), { ...unusedPoll, ...facts });
  return read.ok ? {} : read.errors;
}

const having = (storedVotes: Partial<StoredVotes>): Partial<UpdatePollFacts> => ({
  hasVotes: true,
  storedVotes: { ...noStoredVotes, ...storedVotes },
});

const kind = (name: string, settings: object = {}): Difference => ({
  settings: { vote_type: `Votes::${name}Vote`, ...settings },
});

test.each<[string, Difference, object, FieldErrors]>([
  ["vote_type", {}, { vote_type: "Votes::RatingVote" }, { vote_type: [ONCE_VOTES] }],
  ["vote_per_day", {}, { vote_per_day: true }, { vote_per_day: [ONCE_VOTES] }],
  [
    "vote_per_day, when it is set,",
    { settings: { vote_per_day: true } },
    { vote_per_day: null },
    { vote_per_day: [ONCE_VOTES] },
  ],
  [
    "voting_fee, and with it the fee type,",
    {},
    { voting_fee: 500 },
    { voting_fee: [ONCE_VOTES], voting_fee_type: [ONCE_VOTES] },
  ],
  [
    "voting_fee_type",
    {},
    { voting_fee_type: "voting_donation" },
    { voting_fee_type: [ONCE_VOTES] },
  ],
  [
    "anonymize_voter_names, once it is set,",
    { settings: { anonymize_voter_names: true } },
    { anonymize_voter_names: false },
    { anonymize_voter_names: [ONCE_VOTES] },
  ],
  [
    "timezone, in polls with votes per day,",
    { settings: { vote_per_day: true } },
    { timezone: "Asia/Tokyo" },
    { timezone: [ONCE_VOTES] },
  ],
  [
    "voting_categories, in a poll without categories,",
    {},
    { voting_categories: ["Taste"] },
    { voting_categories: [ONCE_VOTES] },
  ],
  [
    "the last of voting_categories",
    { votingCategories: [{ id: 1, title: "Taste" }] },
    { voting_categories: [] },
    { voting_categories: [ONCE_VOTES] },
  ],
])("%s is fixed from the first vote", (_case, poll, change, errors) => {
  expect(errorsOf(poll, change, { hasVotes: true })).toEqual(errors);
  expect(errorsOf(poll, change, { hasOptions: true })).toEqual({});
});

test("option_type is fixed from the first option", () => {
  const change = { option_type: "Options::DateOption" };
  expect(errorsOf({}, change, { hasOptions: true })).toEqual({ option_type: [ONCE_OPTIONS] });
  expect(errorsOf({}, change, {})).toEqual({});
});

test("without votes, anonymize_voter_names can be switched off before there are participants", () => {
  const anonymous = { settings: { anonymize_voter_names: true } };
  const off = { anonymize_voter_names: false };
  expect(errorsOf(anonymous, off, { hasParticipants: true })).toEqual({
    anonymize_voter_names: ["cannot be changed"],
  });
  expect(errorsOf(anonymous, off, {})).toEqual({});
  expect(errorsOf({}, { anonymize_voter_names: true }, { hasParticipants: true })).toEqual({});
});

test("without votes per day, the time zone can change at any time", () => {
  expect(errorsOf({}, { timezone: "Asia/Tokyo" }, { hasVotes: true })).toEqual({});
});

const stars = kind("Rating", { vote_limit_per_option: 8 });
const range = kind("Range", { vote_limit_per_option_min: -2, vote_limit_per_option: 8 });
const dots = kind("Dot", { vote_limit_per_voter: 9, vote_limit_per_option: 6 });
const sold: Difference = {
  settings: { voting_fee: 50, voting_fee_type: "voting_sell_votes", vote_limit_per_option: 8 },
};

describe("bounds must fit the stored votes", () => {
  test.each<[string, Difference, object, Partial<StoredVotes>, FieldErrors]>([
    [
      "stars below a stored rating",
      stars,
      { vote_limit_per_option: 6 },
      { values: [1, 1, 7] },
      { vote_limit_per_option: [`${ONCE_VOTES} above it`] },
    ],
    [
      "stars that are reset to five",
      stars,
      { vote_limit_per_option: null },
      { values: [6] },
      { vote_limit_per_option: [`${ONCE_VOTES} above it`] },
    ],
    [
      "a minimum above a stored value",
      range,
      { vote_limit_per_option_min: 0 },
      { values: [-1, 3] },
      { vote_limit_per_option_min: [`${ONCE_VOTES} below it`] },
    ],
    [
      "a minimum that is reset to 0",
      range,
      { vote_limit_per_option_min: null },
      { values: [-1] },
      { vote_limit_per_option_min: [`${ONCE_VOTES} below it`] },
    ],
    [
      "both bounds at once",
      range,
      { vote_limit_per_option_min: 1, vote_limit_per_option: 2 },
      { values: [0, 3] },
      {
        vote_limit_per_option_min: [`${ONCE_VOTES} below it`],
        vote_limit_per_option: [`${ONCE_VOTES} above it`],
      },
    ],
    [
      "a minimum of dots above a stored vote",
      dots,
      { vote_limit_per_option_min: 3 },
      { values: [0, 2, 5], mostSpent: 5 },
      { vote_limit_per_option_min: [`${ONCE_VOTES} below it`] },
    ],
    [
      "fewer dots than one participant has spent",
      dots,
      { vote_limit_per_voter: 7 },
      { values: [4], mostSpent: 8 },
      { vote_limit_per_voter: [`${ONCE_VOTES} that use more`] },
    ],
    [
      "dots that are reset to ten",
      kind("Dot", { vote_limit_per_voter: 20 }),
      { vote_limit_per_voter: null },
      { values: [4], mostSpent: 12 },
      { vote_limit_per_voter: [`${ONCE_VOTES} that use more`] },
    ],
    [
      "fewer votes to buy than were bought at once",
      sold,
      { vote_limit_per_option: 4 },
      { values: [5] },
      { vote_limit_per_option: [`${ONCE_VOTES} above it`] },
    ],
  ])("%s are refused", (_case, poll, change, stored, errors) => {
    expect(errorsOf(poll, change, having(stored))).toEqual(errors);
    expect(errorsOf(poll, change, {})).toEqual({});
  });

  test.each<[string, Difference, object, Partial<StoredVotes>]>([
    [
      "as many stars as the best stored rating are accepted",
      stars,
      { vote_limit_per_option: 7 },
      { values: [7] },
    ],
    ["more stars are accepted", stars, { vote_limit_per_option: 10 }, { values: [8] }],
    [
      "a bound that this vote type ignores is accepted",
      {},
      { vote_limit_per_option: 1 },
      { values: [-1, 1] },
    ],
    [
      "a minimum of dots is accepted although a vote has 0 dots",
      dots,
      { vote_limit_per_option_min: 2 },
      { values: [0, 2], mostSpent: 2 },
    ],
    [
      "as many dots as one participant has spent are accepted",
      dots,
      { vote_limit_per_voter: 8 },
      { values: [4], mostSpent: 8 },
    ],
    [
      "fewer votes than a participant has cast are accepted, because only dots are spent",
      { settings: { vote_limit_per_voter: 5 } },
      { vote_limit_per_voter: 1 },
      { values: [1] },
    ],
    [
      "a lower limit of bought votes per participant is accepted",
      { settings: { ...sold?.settings, vote_limit_per_voter: 9 } },
      { vote_limit_per_voter: 3 },
      { values: [5] },
    ],
  ])("%s", (_case, poll, change, stored) => {
    expect(errorsOf(poll, change, having(stored))).toEqual({});
  });

  test.each<[string, Difference, object, object]>([
    ["no facts, for settings without constraints", {}, { title: "Dinner", hide_votes: true }, {}],
    ["no facts, for an unchanged bound", stars, { vote_limit_per_option: 8 }, {}],
    ["values, for a bound", stars, { vote_limit_per_option: 9 }, { values: true }],
    [
      "the most spent dots, for fewer dots",
      dots,
      { vote_limit_per_voter: 8 },
      { values: true, mostSpent: true },
    ],
    ["only values, for more dots", dots, { vote_limit_per_voter: 12 }, { values: true }],
    [
      "categories, when one is removed",
      {
        votingCategories: [
          { id: 1, title: "Taste" },
          { id: 2, title: "Price" },
        ],
      },
      { voting_categories: ["Price"] },
      { categories: true },
    ],
    [
      "no facts, when all categories stay",
      { votingCategories: [{ id: 1, title: "Taste" }] },
      { voting_categories: ["Taste", "Price"] },
      {},
    ],
  ])("a change loads these facts about votes: %s", (_case, poll, change, asked) => {
    const nothing = { values: false, mostSpent: false, categories: false, equalRanks: false };
    expect(neededPollVotes({ poll: change }, ordinaryPoll(poll), now)).toEqual({
      ...nothing,
      ...asked,
    });
  });
});

test("a poll has at most 100 voting categories, or as many as it has", () => {
  const titles = (count: number) => Array.from({ length: count }, (_, at) => `Category ${at}`);
  const change = (had: number, count: number) => {
    const votingCategories = titles(had).map((title, at) => ({ id: at + 1, title }));
    const poll = ordinaryPoll({ votingCategories, settings: { last_voting_category_id: had } });
    const changed = titles(count).reverse();
    return readUpdatePoll({ poll: { voting_categories: changed } }, poll, unusedPoll);
  };
  expect([change(0, 100).ok, change(120, 120).ok]).toEqual([true, true]);
  const refused = (most: number) => ({
    ok: false,
    errors: { voting_categories: [`must have at most ${most} entries`] },
  });
  expect(change(0, 101)).toEqual(refused(100));
  expect(change(120, 121)).toEqual(refused(120));
});

describe("voting categories once there are votes", () => {
  const [taste, price] = [
    { id: 1, title: "Taste" },
    { id: 2, title: "Price" },
  ];
  const poll = { votingCategories: [taste, price], settings: { last_voting_category_id: 2 } };
  const change = (titles: readonly string[], withVotes: readonly number[] = [1, 2]) =>
    readUpdatePoll({ poll: { voting_categories: titles } }, ordinaryPoll(poll), {
      ...unusedPoll,
      hasVotes: true,
      categoriesWithVotes: new Set(withVotes),
    });

  test.each<[string, readonly string[], readonly object[]]>([
    [
      "a new title at the position of an old one renames the category",
      ["Flavor", "Price"],
      [{ id: 1, title: "Flavor" }, price],
    ],
    [
      "two categories can be renamed at once",
      ["Flavor", "Cost"],
      [
        { id: 1, title: "Flavor" },
        { id: 2, title: "Cost" },
      ],
    ],
    ["another order keeps the ids", ["Price", "Taste"], [price, taste]],
    [
      "new categories can be added at the end",
      ["Taste", "Price", "Look"],
      [taste, price, { id: 3, title: "Look" }],
    ],
  ])("%s", (_case, titles, categories) => {
    expect(change(titles)).toMatchObject({ ok: true, value: { votingCategories: categories } });
  });

  test.each<[string, readonly string[], readonly number[], string]>([
    [
      "a category with votes is removed",
      ["Price"],
      [1],
      "cannot lose a category that has votes: Taste",
    ],
    [
      "a new category is first",
      ["Look", "Taste", "Price"],
      [],
      "must have new categories at the end once there are votes",
    ],
    [
      "a category is renamed and a new one is not at the end",
      ["Look", "Flavor", "Price"],
      [],
      "must have new categories at the end once there are votes",
    ],
  ])("refused: %s", (_case, titles, withVotes, sentence) => {
    expect(change(titles, withVotes)).toEqual({
      ok: false,
      errors: { voting_categories: [sentence] },
    });
  });

  test("a category without votes can be removed", () => {
    expect(change(["Price"], [2])).toMatchObject({
      ok: true,
      value: { votingCategories: [price] },
    });
  });
});

describe("equal ranks of stored votes", () => {
  const ranked = (counting_method?: "schulze" | "ranked_pairs" | "borda") =>
    kind("Ranked", { ...(counting_method !== undefined && { counting_method }) });
  const having = { hasVotes: true, hasEqualRanks: true };
  const refusal = { counting_method: [`${ONCE_VOTES} with equal ranks`] };

  test.each([
    ["schulze", "borda", true],
    ["schulze", null, true],
    ["ranked_pairs", "instant_runoff", true],
    ["ranked_pairs", "schulze", false],
    ["borda", "schulze", false],
    ["borda", "instant_runoff", false],
  ] as const)("from %s to %s needs them to be known: %s", (from, to, needed) => {
    const change = { poll: { counting_method: to } };
    expect(neededPollVotes(change, ordinaryPoll(ranked(from)), now).equalRanks).toBe(needed);
    if (!needed) return;
    expect(errorsOf(ranked(from), change.poll, having)).toEqual(refusal);
    expect(errorsOf(ranked(from), change.poll, { hasVotes: true })).toEqual({});
  });
});

test("every fixed setting has a test above", () => {
  const names = Object.keys(fixedFrom.poll);
  expect(names.sort()).toEqual(
    [
      ...[
        "anonymize_voter_names",
        "counting_method",
        "option_type",
        "timezone",
        "vote_limit_per_option",
        "vote_limit_per_option_min",
      ],
      ...["vote_limit_per_voter", "vote_per_day", "vote_type", "voting_categories"],
      ...["voting_fee", "voting_fee_type"],
    ].sort(),
  );
});
