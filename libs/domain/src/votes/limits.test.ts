import { voteTypeAs } from "../vote-types";
import { hasPlace, holderOf, limitUsed } from "./limits";
import { storedVote } from "./testing/ordinary";
import { type ListedVote, noVotes } from "./vote";
import type { VotingRules } from "./voting-rules";

const rulesOf = (name: string): VotingRules => ({
  type: voteTypeAs(name, false),
  sold: false,
  limitPerVoter: 9,
  stepId: undefined,
  places: undefined,
  bounds: { min: undefined, max: undefined, perVoter: 9, options: undefined, text: undefined },
});

const scope = { publicId: "new", stepId: undefined, voteDate: undefined };

describe("limitUsed: a vote of another type uses the limit as its own type does", () => {
  test.each<[string, Partial<ListedVote> & Pick<ListedVote, "type">, string, number]>([
    ["stars beside dots", { type: "Votes::RatingVote", value: 5 }, "Votes::DotVote", 1],
    [
      "bought votes beside dots",
      { type: "Votes::UpVote", value: 3, paidVotes: 0 },
      "Votes::DotVote",
      3,
    ],
    ["dots", { type: "Votes::DotVote", value: 4 }, "Votes::DotVote", 4],
    [
      "an answer beside a yes",
      { type: "Votes::TextVote", value: undefined, text: "a" },
      "Votes::BooleanVote",
      1,
    ],
  ])("%s", (_case, vote, type, used) => {
    const participantVotes = { ...noVotes, votes: [storedVote(vote)] };
    expect(limitUsed(participantVotes, scope, rulesOf(type))).toBe(used);
  });
});

test("votes that are no longer offered use nothing of the limit and hold no rank", () => {
  const gone = storedVote({ type: "Votes::RankedVote", value: 1, offered: false });
  const asked = { ...gone, publicId: "asked", optionId: 2n, offered: true };
  const participantVotes = { ...noVotes, votes: [gone], held: [{ ...gone, publicId: "held" }] };
  expect(limitUsed(participantVotes, scope, rulesOf("Votes::RankedVote"))).toBe(0);
  expect(holderOf([gone], asked)).toBeUndefined();
  expect(holderOf([asked], gone)).toBeUndefined();
  expect(holderOf([{ ...gone, offered: true }], asked)).toBeDefined();
});

describe("hasPlace", () => {
  test("a vote that is no longer offered keeps its place", () => {
    const vote = storedVote({ type: "Votes::BooleanVote", offered: false });
    expect(hasPlace([vote], vote)).toBe(true);
  });

  test.each<[string, Partial<ListedVote>, boolean]>([
    ["a yes on the option", {}, true],
    ["a no", { value: -1 }, false],
    ["an abstention", { value: undefined }, false],
    ["a yes on another option", { optionId: 1n }, false],
    ["a yes of another day", { voteDate: "2030-05-15" }, false],
  ])("%s", (_case, difference, expected) => {
    const vote = storedVote({ type: "Votes::BooleanVote", ...difference });
    expect(hasPlace([vote], { optionId: 100n, voteDate: undefined })).toBe(expected);
  });
});
