import { ordinaryPoll } from "./testing/ordinary";
import {
  isValueOf,
  someVoteCounts,
  type VoteSettings,
  voteSettingsOfPoll,
  votesLeft,
} from "./vote-settings";

const kindOf = (settings: Parameters<typeof ordinaryPoll>[0] = {}): VoteSettings => {
  const kind = voteSettingsOfPoll(ordinaryPoll(settings).settings);
  if (kind === undefined) throw new Error("the poll has no votes");
  return kind;
};
const ofType = (vote_type: string, bounds: object = {}) =>
  kindOf({ settings: { vote_type, ...bounds } });

test("a poll of an unknown vote type has no votes", () => {
  const { settings } = ordinaryPoll();
  expect(voteSettingsOfPoll({ ...settings, vote_type: "Votes::Unknown" })).toBeUndefined();
});

// Settings: vote_limit_per_option
test("isValueOf: a value within the bounds", () => {
  const stars = ofType("Votes::RatingVote", { vote_limit_per_option: 3 });
  expect([0, 3, 4, 1.5].map((value) => isValueOf(stars, value))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("votesLeft: the votes of a participant who judged very many pairs", () => {
  const pairs = ofType("Votes::PairwiseVote", { vote_limit_per_voter_min: 200_001 });
  const vote = { optionId: 1n, value: 1, text: undefined };
  const votes = Array.from({ length: 200_000 }, () => vote);
  expect(votesLeft(pairs, { votes, options: 1_000, allDots: false })).toBe(1);
});

describe("someVoteCounts", () => {
  test.each<[string, string, object, number | undefined, boolean]>([
    ["a yes", "Votes::BooleanVote", {}, undefined, true],
    ["a no, where no place is left", "Votes::BooleanVote", {}, 0, true],
    ["a like, where no place is left", "Votes::LikeVote", {}, 0, false],
    ["a like, where one place is left", "Votes::LikeVote", {}, 1, true],
    ["an answer", "Votes::TextVote", {}, undefined, true],
    ["a date", "Votes::DateVote", {}, undefined, true],
    ["a rank", "Votes::RankedVote", {}, undefined, true],
    ["the whole limit", "Votes::LikeVote", { vote_limit_per_voter: 1 }, undefined, true],
    [
      "nothing, the limit being 0",
      "Votes::LikeVote",
      { vote_limit_per_voter: 0 },
      undefined,
      false,
    ],
  ])("%s", (_case, type, bounds, places, expected) => {
    const needs = { places, purchase: undefined };
    expect(someVoteCounts(ofType(type, bounds), needs)).toBe(expected);
  });

  // Settings: vote_limit_per_option_min
  test.each([
    ["sold votes, the least purchase being the most", { vote_limit_per_option: 3 }, 3, true],
    ["sold votes, the least purchase being more", { vote_limit_per_option: 3 }, 4, false],
    ["sold votes without a least purchase", { vote_limit_per_option: 3 }, undefined, true],
    ["sold votes without a limit", {}, 500, true],
    [
      "sold votes, more than can be bought at a time",
      { vote_limit_per_option_min: 1_001 },
      1,
      false,
    ],
    ["votes that are not sold", { voting_fee_type: undefined, vote_limit_per_option: 1 }, 4, true],
  ] as const)("%s", (_case, settings, least, expected) => {
    const sold = { voting_fee_type: "voting_sell_votes", voting_fee: 20 };
    const kind = ofType("Votes::BooleanVote", { ...sold, ...settings });
    const purchase = least === undefined ? undefined : { least, most: 1_000 };
    expect(someVoteCounts(kind, { places: undefined, purchase })).toBe(expected);
  });
});
