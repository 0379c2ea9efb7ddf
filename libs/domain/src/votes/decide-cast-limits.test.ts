// Covers docs/reference/polls.md: limit-per-option
// Covers docs/reference/votes.md: limit-per-participant, limits, places-per-option, unique-ranks, vote-per-day
// Covers docs/reference/votes.md: voting-categories

import { type CastFacts, decideCast } from "./decide-cast";
import {
  cast,
  categories,
  having,
  inCategory,
  ordinary,
  outcome,
  stateAfter,
  voteOn,
  withSettings,
} from "./testing/cast-cases";
import { optionFacts, ordinaryOption, ordinaryPoll } from "./testing/ordinary";
import { type ListedVote, noVotes } from "./vote";

describe("voting categories", () => {
  const poll = ordinaryPoll({
    votingCategories: [
      { id: 1, title: "Taste" },
      { id: 3, title: "Look" },
    ],
  });
  const inCategory = (votingCategoryId: unknown) =>
    cast({ poll, cast: { publicId: "new", vote: 1, votingCategoryId } });

  test.each([
    ["is required", undefined],
    ["is required", null],
    ["is not one of the poll's voting categories", 2],
    ["is not one of the poll's voting categories", "1"],
  ])("%s: %j", (sentence, id) => {
    expect(inCategory(id)).toMatchObject({
      kind: "refused",
      refusal: { errors: { voting_category_id: [sentence] } },
    });
  });

  test("given without categories is 422", () => {
    expect(cast({ cast: { publicId: "new", vote: 1, votingCategoryId: 1 } })).toMatchObject({
      refusal: {
        errors: { voting_category_id: ["cannot be set: the poll has no voting categories"] },
      },
    });
  });

  test("all problems of a vote are told at once", () => {
    expect(cast({ poll, cast: { publicId: "new", vote: 9 } })).toMatchObject({
      refusal: { errors: { vote: [expect.any(String)], voting_category_id: ["is required"] } },
    });
  });

  test("one vote a category", () => {
    const participantVotes = having(voteOn(100n, { votingCategoryId: 1 }));
    const again = (votingCategoryId: number) =>
      outcome(
        cast({ poll, participantVotes, cast: { publicId: "new", vote: 1, votingCategoryId } }),
      );
    expect([again(1), again(3)]).toEqual(["already_voted", "cast"]);
  });

  test("a second category makes no second voter and no second ballot", () => {
    const participantVotes = having(voteOn(100n, { votingCategoryId: 1 }));
    const decision = cast({
      poll,
      participantVotes,
      cast: { publicId: "new", vote: 1, votingCategoryId: 3 },
    });
    expect(decision).toMatchObject({
      tallyChange: { options: [{ votingCategoryId: 3, votes: 1, voters: 0 }], ballots: 0 },
    });
  });
});

describe("vote_limit_per_voter", () => {
  const limited = withSettings({ vote_limit_per_voter: 2 });

  test.each<[string, Partial<CastFacts>, string]>([
    ["one below", { participantVotes: having(voteOn(1n)) }, "cast"],
    [
      "reached",
      { participantVotes: having(voteOn(1n), voteOn(2n)) },
      "vote_limit_per_voter_reached",
    ],
    [
      "votes that say 0 use nothing",
      { participantVotes: having(voteOn(1n, { value: 0 }), voteOn(2n)) },
      "cast",
    ],
    [
      "held votes count against it",
      { participantVotes: { ...noVotes, held: [voteOn(1n), voteOn(2n)] } },
      "vote_limit_per_voter_reached",
    ],
    [
      "an abstention fits always",
      { participantVotes: having(voteOn(1n), voteOn(2n)), cast: { publicId: "new", vote: 0 } },
      "cast",
    ],
  ])("%s", (_case, difference, expected) => {
    expect(outcome(cast({ poll: limited, ...difference }))).toBe(expected);
  });

  test.each<[string, ListedVote[], string]>([
    [
      "an option that has a vote in another category",
      [inCategory(2, 100n), inCategory(2, 1n)],
      "cast",
    ],
    [
      "an option that has an abstention there",
      [inCategory(2, 100n, 0), inCategory(2, 1n), inCategory(2, 2n)],
      "vote_limit_per_voter_reached",
    ],
    [
      "another option, of two that are used up in two categories",
      [inCategory(1, 1n), inCategory(2, 1n), inCategory(2, 2n)],
      "vote_limit_per_voter_reached",
    ],
    [
      "another option beside one that is used in two categories",
      [inCategory(1, 1n), inCategory(2, 1n)],
      "cast",
    ],
  ])("votes of several categories on one option are one: %s", (_case, votes, expected) => {
    const poll = { ...limited, votingCategories: categories };
    const participantVotes = having(...votes);
    const vote = { publicId: "new", vote: 1, votingCategoryId: 1 };
    expect(outcome(cast({ poll, participantVotes, cast: vote }))).toBe(expected);
  });

  test("dots of several categories on one option add up", () => {
    const poll = {
      ...withSettings({ vote_type: "Votes::DotVote", vote_limit_per_voter: 5 }),
      votingCategories: categories,
    };
    const participantVotes = having({ ...inCategory(2, 100n, 3), type: "Votes::DotVote" });
    const dots = (vote: number) =>
      outcome(
        cast({ poll, participantVotes, cast: { publicId: "new", vote, votingCategoryId: 1 } }),
      );
    expect([dots(2), dots(3)]).toEqual(["cast", "vote_limit_per_voter_reached"]);
  });

  test("each comparison counts, also of one winner", () => {
    const poll = ordinaryPoll({
      type: "Polls::PairwiseComparison",
      settings: { vote_limit_per_voter: 2 },
    });
    const over = (loserOptionId: bigint) =>
      voteOn(100n, { type: "Votes::PairwiseVote", loserOptionId, publicId: `${loserOptionId}` });
    const compare = (...losers: bigint[]) =>
      outcome(cast({ poll, offer: [100n, 9n], participantVotes: having(...losers.map(over)) }));
    expect([compare(1n), compare(1n, 2n)]).toEqual(["cast", "vote_limit_per_voter_reached"]);
  });

  test("per day where vote_per_day", () => {
    const poll = withSettings({ vote_limit_per_voter: 1, vote_per_day: true });
    const on = (voteDate: string) => having(voteOn(1n, { voteDate }));
    expect(outcome(cast({ poll, participantVotes: on("2030-05-14") }))).toBe("cast");
    expect(outcome(cast({ poll, participantVotes: on("2030-05-15") }))).toBe(
      "vote_limit_per_voter_reached",
    );
  });

  test("for dots their sum, 10 where it is not set", () => {
    const poll = withSettings({ vote_type: "Votes::DotVote" });
    const participantVotes = having(voteOn(1n, { type: "Votes::DotVote", value: 7 }));
    const dots = (vote: number) =>
      outcome(cast({ poll, participantVotes, cast: { publicId: "new", vote } }));
    expect([dots(3), dots(4)]).toEqual(["cast", "vote_limit_per_voter_reached"]);
  });

  test("for bought votes their sum", () => {
    const poll = withSettings({
      voting_fee_type: "voting_sell_votes",
      voting_fee: 100,
      vote_limit_per_voter: 10,
    });
    const participantVotes = having(voteOn(1n, { value: 7, paidVotes: 0 }));
    const buy = (vote: number) =>
      outcome(cast({ poll, participantVotes, cast: { publicId: "new", vote } }));
    expect([buy(3), buy(4)]).toEqual(["to_pay", "vote_limit_per_voter_reached"]);
  });
});

describe("limit_per_option", () => {
  const limited = withSettings({ limit_per_option: 2, limit_per_option_type: "limit_for_all" });
  const taken = (placesTaken: number) => optionFacts({ placesTaken });

  test.each<[string, Partial<CastFacts>, string]>([
    ["a place is left", { option: taken(1) }, "cast"],
    ["all places are taken", { option: taken(2) }, "limit_per_option_reached"],
    ["a no needs no place", { option: taken(2), cast: { publicId: "new", vote: -1 } }, "cast"],
    [
      "where the best distribution is sought the limit refuses no vote",
      {
        option: taken(2),
        poll: withSettings({ limit_per_option: 2, target: "best_distribution" }),
      },
      "cast",
    ],
    [
      "no_limit",
      {
        option: taken(9),
        poll: withSettings({ limit_per_option: 2, limit_per_option_type: "no_limit" }),
      },
      "cast",
    ],
    [
      "limit_individual: the option's voter_limit",
      {
        poll: withSettings({ limit_per_option_type: "limit_individual" }),
        option: optionFacts({
          placesTaken: 1,
          option: ordinaryOption({ settings: { voter_limit: 1 } }),
        }),
      },
      "limit_per_option_reached",
    ],
    [
      "limit_individual: unset, no limit",
      { poll: withSettings({ limit_per_option_type: "limit_individual" }), option: taken(99) },
      "cast",
    ],
  ])("%s", (_case, difference, expected) => {
    expect(outcome(cast({ poll: limited, ...difference }))).toBe(expected);
  });

  test("a participant with a place in one voting category has it in all", () => {
    const poll = ordinaryPoll({
      settings: { limit_per_option: 1, limit_per_option_type: "limit_for_all" },
      votingCategories: [
        { id: 1, title: "Taste" },
        { id: 2, title: "Look" },
      ],
    });
    const participantVotes = having(voteOn(100n, { votingCategoryId: 1 }));
    const facts = { ...ordinary, poll, participantVotes, option: taken(1) };
    const decision = decideCast({
      ...facts,
      cast: { publicId: "new", vote: 1, votingCategoryId: 2 },
    });
    expect(outcome(decision)).toBe("cast");
    expect(stateAfter(facts, decision)?.option?.placesTaken).toBe(1);
  });
});

describe("vote_per_day", () => {
  const poll = withSettings({ vote_per_day: true, timezone: "Pacific/Auckland" });

  test("the day is that of the poll's timezone", () => {
    expect(cast({ poll })).toMatchObject({ vote: { voteDate: "2030-05-16" } });
  });

  test("one vote a day; a second day is a second ballot of the same voter", () => {
    const participantVotes = having(voteOn(100n, { voteDate: "2030-05-15" }));
    expect(cast({ poll, participantVotes })).toMatchObject({
      kind: "cast",
      tallyChange: { options: [{ votes: 1, voters: 0 }], ballots: 1 },
    });
    const today = having(voteOn(100n, { voteDate: "2030-05-16" }));
    expect(outcome(cast({ poll, participantVotes: today }))).toBe("already_voted");
  });
});

describe("ranks", () => {
  const poll = withSettings({ vote_type: "Votes::RankedVote" });
  const option = optionFacts({ votableOptions: 3 });
  const rank = (vote: number, ...votes: readonly ListedVote[]) =>
    outcome(
      cast({ poll, option, participantVotes: having(...votes), cast: { publicId: "new", vote } }),
    );
  const ranked = (optionId: bigint, value: number) =>
    voteOn(optionId, { type: "Votes::RankedVote", value });

  test("1 to the number of votable options", () => {
    expect([rank(1), rank(3), rank(4), rank(0)]).toEqual(["cast", "cast", "invalid", "invalid"]);
  });

  test("unique within a voting category and a day", () => {
    const inCategory = {
      ...poll,
      votingCategories: [
        { id: 1, title: "Taste" },
        { id: 2, title: "Look" },
      ],
    };
    const daily = withSettings({ vote_type: "Votes::RankedVote", vote_per_day: true });
    const first = (of: typeof poll, other: Partial<ListedVote>) =>
      outcome(
        cast({
          poll: of,
          option,
          participantVotes: having({ ...ranked(1n, 1), ...other }),
          cast: {
            publicId: "new",
            vote: 1,
            ...(of === inCategory && { votingCategoryId: 1 }),
          },
        }),
      );
    expect(first(inCategory, { votingCategoryId: 1 })).toBe("rank_taken");
    expect(first(inCategory, { votingCategoryId: 2 })).toBe("cast");
    expect(first(daily, { voteDate: "2030-05-15" })).toBe("rank_taken");
    expect(first(daily, { voteDate: "2030-05-14" })).toBe("cast");
  });

  test("unique per participant: taken is 422", () => {
    expect([rank(1, ranked(1n, 1)), rank(2, ranked(1n, 1))]).toEqual(["rank_taken", "cast"]);
  });

  test("abstentions have no rank, and many may abstain", () => {
    const abstention = { ...ranked(1n, 1), value: undefined };
    const again = cast({
      poll,
      option,
      participantVotes: having(abstention),
      cast: { publicId: "new", vote: null },
    });
    expect(outcome(again)).toBe("cast");
  });
});
