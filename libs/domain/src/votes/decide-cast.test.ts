// Covers docs/reference/comparisons.md: judging-a-pair, no-pair-left
// Covers docs/reference/errors.md: codes-of-payments, codes-of-votes
// Covers docs/reference/opt-in.md: held-votes
// Covers docs/reference/options.md: calendar-doors, groups, survey-steps, votable-options
// Covers docs/reference/participants.md: jury
// Covers docs/reference/payments.md: least-and-largest-purchase, sold-votes
// Covers docs/reference/polls.md: voting-window
// Covers docs/reference/ratings.md: ballots, counting-votes
// Covers docs/reference/time.md: days, windows
// Covers docs/reference/votes.md: abstentions, fields, held-votes, jury, kinds-and-values
// Covers docs/reference/votes.md: one-vote-per-option, order-of-checks, own-options, ownership
// Covers docs/reference/votes.md: sold-votes, survey-steps, text-values

import { Forbidden, Invalid, NotFound } from "../refusals/refusal";
import { type CastDecision, type CastFacts, decideCast } from "./decide-cast";
import {
  cast,
  having,
  onlyAPlace,
  ordinary,
  outcome,
  stateAfter,
  tomorrow,
  voteOn,
  withSettings,
  yesterday,
} from "./testing/cast-cases";
import {
  euros,
  now,
  optionFacts,
  ordinaryOption,
  ordinaryParticipant,
  ordinaryPoll,
  stranger,
  voter,
} from "./testing/ordinary";
import { type ListedVote, noVotes } from "./vote";

describe("decideCast", () => {
  test.each<[string, Partial<CastFacts>, string]>([
    ["an ordinary vote is cast", {}, "cast"],
    ["an unknown participant", { participant: undefined }, "participant_not_found"],
    ["an unknown option", { option: undefined }, "option_not_found"],
    [
      "an option that a member does not see is 404",
      { option: optionFacts({ visible: false }) },
      "option_not_found",
    ],
    ["another user's participant", { actor: stranger }, "forbidden"],
    [
      "an anonymous reader owns no participant",
      { actor: { kind: "anonymous_reader", accountId: 1n } },
      "forbidden",
    ],
    ["the poll is closed", { poll: ordinaryPoll({ status: "closed" }) }, "poll_closed"],
    ["the deadline has passed", { poll: withSettings({ deadline_voting: now }) }, "poll_closed"],
    ["before the deadline", { poll: withSettings({ deadline_voting: tomorrow }) }, "cast"],
    ["allow_voting is off", { poll: withSettings({ allow_voting: false }) }, "voting_not_allowed"],
    [
      "voting starts tomorrow",
      { poll: withSettings({ start_date_voting: tomorrow }) },
      "voting_not_started",
    ],
    ["voting starts now", { poll: withSettings({ start_date_voting: now }) }, "cast"],
    [
      "jury_mode: only participants on the jury vote",
      { poll: withSettings({ jury_mode: true }) },
      "jury_only",
    ],
    [
      "jury_mode: the jury votes",
      { poll: withSettings({ jury_mode: true }), participant: ordinaryParticipant({ jury: true }) },
      "cast",
    ],
    [
      "prevent_vote_for_own_options",
      {
        poll: withSettings({ prevent_vote_for_own_options: true }),
        option: optionFacts({ option: ordinaryOption({ ownerKey: "anonymous:ann" }) }),
      },
      "own_option",
    ],
    [
      "another user's option under prevent_vote_for_own_options",
      {
        poll: withSettings({ prevent_vote_for_own_options: true }),
        option: optionFacts({ option: ordinaryOption({ ownerKey: "anonymous:bob" }) }),
      },
      "cast",
    ],
    [
      "an own option else",
      { option: optionFacts({ option: ordinaryOption({ ownerKey: "anonymous:ann" }) }) },
      "cast",
    ],
    [
      "votes on a category are 422",
      { option: optionFacts({ option: ordinaryOption({ type: "Options::OptionCategory" }) }) },
      "option_not_votable",
    ],
    [
      "votes on a step are 422",
      { option: optionFacts({ option: ordinaryOption({ type: "Options::SurveyStep" }) }) },
      "option_not_votable",
    ],
    [
      "votes on a file under an input are 422",
      {
        option: optionFacts({
          option: ordinaryOption({ type: "Options::FileOption" }),
          parent: ordinaryOption({ id: 5n, type: "Options::InputOption", inputType: "file" }),
        }),
      },
      "option_not_votable",
    ],
    [
      "votes on a photo of a group are 422",
      {
        option: optionFacts({
          option: ordinaryOption({ type: "Options::PhotoOption" }),
          parent: ordinaryOption({ id: 5n, type: "Options::PhotoGroup" }),
        }),
      },
      "option_not_votable",
    ],
    [
      "a photo group is voted on as one",
      { option: optionFacts({ option: ordinaryOption({ type: "Options::PhotoGroup" }) }) },
      "cast",
    ],
    [
      "a photo alone is voted on",
      { option: optionFacts({ option: ordinaryOption({ type: "Options::PhotoOption" }) }) },
      "cast",
    ],
    [
      "an option in a category is voted on as the poll says",
      {
        option: optionFacts({
          parent: ordinaryOption({ id: 5n, type: "Options::OptionCategory" }),
        }),
      },
      "cast",
    ],
    [
      "before a door's start_date votes on it are 422",
      {
        option: optionFacts({
          option: ordinaryOption({ type: "Options::AdventCalendarOption", startDate: tomorrow }),
        }),
      },
      "option_not_open",
    ],
    [
      "an open door",
      {
        option: optionFacts({
          option: ordinaryOption({ type: "Options::AdventCalendarOption", startDate: yesterday }),
        }),
      },
      "cast",
    ],
    [
      "a door opens at its start_date",
      {
        option: optionFacts({
          option: ordinaryOption({ type: "Options::AdventCalendarOption", startDate: now }),
        }),
      },
      "cast",
    ],
    ["a value the class does not have", { cast: { publicId: "new", vote: 7 } }, "invalid"],
    ["neither vote nor vote_text", { cast: { publicId: "new" } }, "invalid"],
    ["an abstention is stored", { cast: { publicId: "new", vote: null } }, "cast"],
    ["a second create", { participantVotes: having(voteOn(100n)) }, "already_voted"],
    [
      "held until the opt-in is confirmed",
      { participant: ordinaryParticipant({ confirmedAt: undefined }) },
      "held",
    ],
    [
      "bought votes are to be paid",
      { poll: withSettings({ voting_fee_type: "voting_sell_votes", voting_fee: 100 }) },
      "to_pay",
    ],
    [
      "a participation fee holds no vote up",
      {
        poll: withSettings({ voting_fee_type: "voting_fee", voting_fee: 100 }),
        participant: ordinaryParticipant({ paid: false }),
      },
      "cast",
    ],
  ])("%s", (_case, difference, expected) => {
    expect(outcome(cast(difference))).toBe(expected);
  });

  test("the order of checks: the first failure answers", () => {
    const everything: CastFacts = {
      ...ordinary,
      access: "admin",
      participant: undefined,
      option: optionFacts({ visible: false }),
      actor: stranger,
      poll: ordinaryPoll({
        status: "closed",
        settings: { jury_mode: true, vote_limit_per_voter: 0 },
      }),
      cast: { publicId: "new", vote: 7 },
    };
    const mends: readonly Partial<CastFacts>[] = [
      { participant: ordinaryParticipant({ confirmedAt: undefined }) },
      { option: optionFacts() },
      { actor: voter },
      { poll: withSettings({ jury_mode: true, vote_limit_per_voter: 0 }) },
      { poll: withSettings({ vote_limit_per_voter: 0 }) },
      { cast: { publicId: "new", vote: 1 } },
      { poll: ordinaryPoll() },
    ];
    let facts = everything;
    const answers = [outcome(decideCast(facts))];
    for (const mend of mends) {
      facts = { ...facts, ...mend };
      answers.push(outcome(decideCast(facts)));
    }
    expect(answers).toEqual([
      "participant_not_found",
      "option_not_found",
      "forbidden",
      "poll_closed",
      "jury_only",
      "invalid",
      "vote_limit_per_voter_reached",
      "held",
    ]);
  });

  test.each([
    ["hidden participants", { hidden_participants: true }, "member", "forbidden"],
    ["pending participants", { double_opt_in: true }, "member", "forbidden"],
    ["no such participants", {}, "member", "participant_not_found"],
    [
      "hidden participants, for admins",
      { hidden_participants: true },
      "admin",
      "participant_not_found",
    ],
  ] as const)(
    "in a poll with %s, an unknown participant is answered as one that the caller does not see",
    (_, settings, access, expected) => {
      const poll = withSettings(settings);
      const unseen = { ...ordinary, poll, access, option: undefined };
      expect(outcome(decideCast({ ...unseen, participant: undefined }))).toBe(expected);
      if (access === "admin") return;
      const participant = ordinaryParticipant({ confirmedAt: undefined });
      expect(outcome(decideCast({ ...unseen, participant, actor: stranger }))).toBe(expected);
    },
  );

  test("404, 403 and 422 are refusals of their kind", () => {
    const refusalOf = (decision: CastDecision) =>
      decision.kind === "refused" ? decision.refusal : undefined;
    expect(refusalOf(cast({ participant: undefined }))).toBeInstanceOf(NotFound);
    expect(refusalOf(cast({ actor: stranger }))).toBeInstanceOf(Forbidden);
    const twice = refusalOf(cast({ participantVotes: having(voteOn(100n)) }));
    expect(twice).toBeInstanceOf(Invalid);
    expect(twice).toMatchObject({ extra: { vote_id: "vote-100" } });
  });

  test("a cast is the row and the change of the tallies", () => {
    expect(cast({})).toEqual({
      kind: "cast",
      replaces: false,
      vote: {
        publicId: "new",
        participantId: 10n,
        optionId: 100n,
        loserOptionId: undefined,
        type: "Votes::BooleanVote",
        votingCategoryId: undefined,
        voteDate: undefined,
        value: 1,
        text: undefined,
        paidVotes: undefined,
        placeUntil: undefined,
        skipped: false,
        placeless: false,
        offered: true,
        stepId: undefined,
      },
      tallyChange: {
        options: [
          {
            optionId: 100n,
            votingCategoryId: 0,
            votes: 1,
            total: 1,
            noes: 0,
            voters: 1,
            places: 1,
          },
        ],
        ballots: 1,
      },
    });
  });

  test("an abstention is cast and counted nowhere", () => {
    expect(cast({ cast: { publicId: "new", vote: 0 } })).toMatchObject({
      kind: "cast",
      tallyChange: { options: [], ballots: 0 },
    });
  });

  test.each([
    [
      "a vote of a fraudulent participant",
      { participant: ordinaryParticipant({ fraudulent: true }) },
    ],
    [
      "a vote of a participant who owes the fee",
      { participant: ordinaryParticipant({ paid: false }) },
    ],
  ])("%s is cast and counted nowhere, and takes its place", (_case, difference) => {
    expect(cast(difference)).toMatchObject({
      kind: "cast",
      tallyChange: { options: [onlyAPlace], ballots: 0 },
    });
  });
});

describe("surveys", () => {
  const poll = ordinaryPoll({ type: "Polls::Survey", settings: { vote_limit_per_voter: 0 } });
  const under = (
    step: Partial<CastFacts["poll"]["settings"]> | object,
    optionType = "Options::TextOption",
  ) =>
    optionFacts({
      option: ordinaryOption({ type: optionType }),
      parent: ordinaryOption({ id: 7n, type: "Options::SurveyStep", settings: step }),
    });

  test("steps take survey_step_* in place of the poll's values, limits per step", () => {
    const option = under({
      survey_step_type: "vote",
      survey_step_vote_type: "Votes::RatingVote",
      survey_step_vote_limit_per_option: 3,
      survey_step_vote_limit_per_voter: 1,
    });
    const stars = (vote: number, ...votes: readonly ListedVote[]) =>
      cast({ poll, option, participantVotes: having(...votes), cast: { publicId: "new", vote } });
    expect(stars(3)).toMatchObject({
      kind: "cast",
      vote: { type: "Votes::RatingVote", stepId: 7n },
    });
    expect(outcome(stars(4))).toBe("invalid");
    expect(outcome(stars(3, voteOn(1n, { stepId: 6n })))).toBe("cast");
    expect(outcome(stars(3, voteOn(1n, { stepId: 7n })))).toBe("vote_limit_per_voter_reached");
  });

  test("a setting that the step does not have is unset, even if the poll has it", () => {
    const settings = {
      vote_type: "Votes::BooleanVote",
      vote_limit_per_option: 2,
      vote_limit_per_voter: 1,
    };
    const option = under({
      survey_step_type: "vote",
      survey_step_vote_type: "Votes::RatingVote",
    });
    const stars = (vote: number) =>
      outcome(
        cast({
          poll: ordinaryPoll({ type: "Polls::Survey", settings }),
          option,
          participantVotes: having(voteOn(1n, { stepId: 7n }), voteOn(2n, { stepId: 7n })),
          cast: { publicId: "new", vote },
        }),
      );
    expect([stars(5), stars(6)]).toEqual(["cast", "invalid"]);
  });

  test("ranks are unique within a step", () => {
    const option = {
      ...under({ survey_step_type: "vote", survey_step_vote_type: "Votes::RankedVote" }),
      votableOptions: 3,
    };
    const first = (stepId: bigint) =>
      outcome(
        cast({
          poll,
          option,
          participantVotes: having(voteOn(1n, { type: "Votes::RankedVote", value: 1, stepId })),
          cast: { publicId: "new", vote: 1 },
        }),
      );
    expect([first(7n), first(6n)]).toEqual(["rank_taken", "cast"]);
  });

  test("a matrix is 1 to the number of the step's columns", () => {
    const option = under({ survey_step_type: "matrix", allowed_values: ["bad", "so so", "good"] });
    const cell = (vote: number) => outcome(cast({ poll, option, cast: { publicId: "new", vote } }));
    expect([cell(0), cell(1), cell(3), cell(4)]).toEqual(["invalid", "cast", "cast", "invalid"]);
  });

  test("an input is answered in vote_text, typed by input_type", () => {
    const step = under({ survey_step_type: "input" }, "Options::InputOption");
    const answer = (voteText: string, inputType: string | undefined) => {
      const option = { ...step, option: { ...step.option, inputType } };
      return outcome(cast({ poll, option, cast: { publicId: "new", voteText } }));
    };
    expect([answer("12", "number"), answer("twelve", "number")]).toEqual(["cast", "invalid"]);
    expect(answer("twelve", undefined)).toBe("cast");
    expect(answer("none is allowed", "select")).toBe("invalid");
  });

  test.each(["info", "drawing"])("%s steps take no votes", (survey_step_type) => {
    expect(outcome(cast({ poll, option: under({ survey_step_type }) }))).toBe("option_not_votable");
  });
});

test("a table's columns are text votes", () => {
  const poll = ordinaryPoll({ type: "Polls::Table" });
  const option = optionFacts({
    option: ordinaryOption({
      type: "Options::InputOption",
      inputType: "select",
      settings: { allowed_values: ["S", "M"] },
    }),
  });
  const cell = (voteText: string) => cast({ poll, option, cast: { publicId: "new", voteText } });
  expect(cell("M")).toMatchObject({ kind: "cast", vote: { text: "M", value: undefined } });
  expect(outcome(cell("XL"))).toBe("invalid");
});

describe("comparisons", () => {
  const poll = ordinaryPoll({ type: "Polls::PairwiseComparison" });

  test("the winner is one of the two on offer, the other one is the loser", () => {
    const facts = { ...ordinary, poll, offer: [99n, 100n] as const };
    const decision = decideCast(facts);
    expect(decision).toMatchObject({
      kind: "cast",
      vote: { optionId: 100n, loserOptionId: 99n },
      tallyChange: {
        options: [
          { optionId: 99n, votes: 1, total: 0, voters: 1 },
          { optionId: 100n, votes: 1, total: 1, voters: 1 },
        ],
        ballots: 1,
      },
    });
    expect(stateAfter(facts, decision)?.offer).toBeUndefined();
  });

  test("a winner that is not on offer", () => {
    expect(outcome(cast({ poll, offer: [1n, 2n] }))).toBe("not_on_offer");
    expect(outcome(cast({ poll, offer: undefined }))).toBe("not_on_offer");
  });

  test("after vote_limit_per_voter no pair is on offer", () => {
    const limited = ordinaryPoll({ type: poll.type, settings: { vote_limit_per_voter: 1 } });
    const participantVotes = having(voteOn(1n, { type: "Votes::PairwiseVote", loserOptionId: 2n }));
    expect(outcome(cast({ poll: limited, participantVotes }))).toBe("vote_limit_per_voter_reached");
    expect(outcome(cast({ poll: limited, offer: [1n, 2n] }))).toBe("not_on_offer");
  });

  test("an abstention judges the pair, and counts for neither side", () => {
    const facts = { ...ordinary, poll, offer: [99n, 100n] as const };
    const decision = decideCast({ ...facts, cast: { publicId: "new", vote: null } });
    expect(decision).toMatchObject({
      kind: "cast",
      vote: { optionId: 100n, loserOptionId: 99n, value: undefined },
      tallyChange: { options: [], ballots: 0 },
    });
    expect(stateAfter(facts, decision)?.offer).toBeUndefined();
  });

  test("one vote a pair, whichever side won", () => {
    const participantVotes = having(
      voteOn(99n, { type: "Votes::PairwiseVote", loserOptionId: 100n }),
    );
    expect(outcome(cast({ poll, participantVotes, offer: [99n, 100n] }))).toBe("already_voted");
  });
});

describe("held votes", () => {
  const participant = ordinaryParticipant({ confirmedAt: undefined });

  test("a repeat replaces the value and keeps the id", () => {
    const first = cast({ participant });
    expect(first).toMatchObject({ kind: "held", replaces: false });
    const participantVotes =
      stateAfter({ ...ordinary, participant }, first)?.participantVotes ?? noVotes;
    expect(participantVotes.held).toHaveLength(1);
    const again = cast({ participant, participantVotes, cast: { publicId: "newer", vote: -1 } });
    expect(again).toMatchObject({
      kind: "held",
      replaces: true,
      vote: { publicId: "new", value: -1 },
    });
    expect(
      stateAfter({ ...ordinary, participant, participantVotes }, again)?.participantVotes.held,
    ).toEqual([expect.objectContaining({ publicId: "new", value: -1 })]);
  });

  test("a held rank takes it from the participant's other votes", () => {
    const poll = withSettings({ vote_type: "Votes::RankedVote" });
    const held = [voteOn(1n, { type: "Votes::RankedVote", value: 1 })];
    expect(outcome(cast({ poll, participant, participantVotes: { ...noVotes, held } }))).toBe(
      "rank_taken",
    );
  });
});

describe("bought votes", () => {
  const poll = withSettings({ voting_fee_type: "voting_sell_votes", voting_fee: 20 });
  const buy = (vote: number | null, ...votes: readonly ListedVote[]) =>
    cast({ poll, participantVotes: having(...votes), cast: { publicId: "new", vote } });
  const bought = (value: number, paidVotes: number) => voteOn(100n, { value, paidVotes });

  test("the vote is stored unpaid and counts nothing", () => {
    expect(buy(5)).toMatchObject({
      kind: "to_pay",
      replaces: false,
      vote: { value: 5, paidVotes: 0 },
      purchase: { quantity: 5, amount: 100 },
      tallyChange: { options: [onlyAPlace], ballots: 0 },
    });
  });

  test("an unpaid purchase is replaced, also by fewer", () => {
    expect(buy(3, bought(5, 0))).toMatchObject({
      kind: "to_pay",
      replaces: true,
      vote: { publicId: "vote-100", value: 3, paidVotes: 0 },
      purchase: { quantity: 3 },
    });
  });

  test("the paid part stays paid when the open rest is replaced", () => {
    expect(buy(10, bought(8, 5))).toMatchObject({
      vote: { value: 10, paidVotes: 5 },
      purchase: { quantity: 5 },
    });
    expect(buy(5, bought(8, 5))).toMatchObject({
      kind: "cast",
      replaces: true,
      vote: { value: 5, paidVotes: 5 },
    });
    expect(outcome(buy(4, bought(8, 5)))).toBe("vote_lowered");
    expect(outcome(buy(9, bought(8, 8)))).toBe("already_voted");
  });

  test("a purchase below the payment minimum names the least number", () => {
    expect(buy(2)).toMatchObject({
      refusal: {
        code: "purchase_too_small",
        extra: { least: 3 },
        errors: { vote: ["must be at least 3"] },
      },
    });
    expect(outcome(buy(3))).toBe("to_pay");
    const exact = { ...ordinary, poll, amounts: { ...euros, least: 40 } };
    expect(outcome(decideCast({ ...exact, cast: { publicId: "new", vote: 2 } }))).toBe("to_pay");
  });

  test("a purchase above the largest amount names the largest number", () => {
    const expensive = { ...ordinary, poll, amounts: { ...euros, most: 250 } };
    const buys = (vote: number) => decideCast({ ...expensive, cast: { publicId: "new", vote } });
    expect(outcome(buys(12))).toBe("to_pay");
    expect(buys(13)).toMatchObject({
      refusal: {
        code: "purchase_too_large",
        extra: { most: 12 },
        errors: { vote: ["must be at most 12"] },
      },
    });
  });

  test("an abstention buys nothing", () => {
    expect(buy(null)).toMatchObject({
      kind: "cast",
      vote: { value: undefined, paidVotes: undefined },
    });
  });

  test("held purchases use their number of vote_limit_per_voter", () => {
    const limited = ordinaryPoll({ settings: { ...poll.settings, vote_limit_per_voter: 10 } });
    const participant = ordinaryParticipant({ confirmedAt: undefined });
    const participantVotes = { ...noVotes, held: [voteOn(1n, { value: 8 })] };
    const buys = (vote: number) =>
      outcome(
        cast({ poll: limited, participant, participantVotes, cast: { publicId: "new", vote } }),
      );
    expect([buys(3), buys(2)]).toEqual(["vote_limit_per_voter_reached", "purchase_too_small"]);
  });

  test("is held first, and paid after the opt-in", () => {
    const participant = ordinaryParticipant({ confirmedAt: undefined });
    expect(outcome(cast({ poll, participant, cast: { publicId: "new", vote: 5 } }))).toBe("held");
  });
});
