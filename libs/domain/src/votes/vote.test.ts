import { ordinaryPoll, storedVote } from "./testing/ordinary";
import { type ListedVote, samePair, sameVote, withoutVote } from "./vote";
import { limitStepOf } from "./voting-rules";

const vote = (difference: Partial<ListedVote> = {}) =>
  storedVote({ type: "Votes::UpVote", ...difference });
const comparison = (optionId: bigint, loserOptionId: bigint) =>
  vote({ type: "Votes::PairwiseVote", optionId, loserOptionId });

describe("sameVote", () => {
  test.each<[string, ListedVote, ListedVote, boolean]>([
    ["one option", vote(), vote({ publicId: "other", value: 3 }), true],
    ["two options", vote(), vote({ optionId: 1n }), false],
    ["two categories", vote({ votingCategoryId: 1 }), vote({ votingCategoryId: 2 }), false],
    ["two days", vote({ voteDate: "2030-05-15" }), vote({ voteDate: "2030-05-16" }), false],
    ["one pair", comparison(1n, 2n), comparison(1n, 2n), true],
    ["one pair, the other side won", comparison(1n, 2n), comparison(2n, 1n), true],
    ["two pairs of one winner", comparison(1n, 2n), comparison(1n, 3n), false],
    ["two pairs of one loser", comparison(1n, 2n), comparison(3n, 2n), false],
    ["a comparison and a vote on its winner", comparison(100n, 2n), vote(), false],
  ])("%s", (_case, one, other, expected) => {
    expect(sameVote(one, other)).toBe(expected);
    expect(sameVote(other, one)).toBe(expected);
  });
});

test.each([
  [[1n, 2n], [1n, 2n], true],
  [[1n, 2n], [2n, 1n], true],
  [[1n, 2n], [1n, 3n], false],
  [[1n, 2n], [3n, 2n], false],
  [[1n, 2n], [2n, 3n], false],
  [[1n, 2n], [3n, 1n], false],
] as const)("%p and %p are one pair: %p", (one, other, expected) => {
  expect(samePair(one, other)).toBe(expected);
});

test("a withdrawn vote leaves the others", () => {
  const [first, second] = [vote({ publicId: "a" }), vote({ publicId: "b" })];
  expect(withoutVote([first, second], "a")).toEqual([second]);
});

test("surveys limit votes by step, other polls as a whole", () => {
  expect(limitStepOf(ordinaryPoll({ type: "Polls::Survey" }), 7n)).toBe(7n);
  expect(limitStepOf(ordinaryPoll(), 7n)).toBeUndefined();
});
