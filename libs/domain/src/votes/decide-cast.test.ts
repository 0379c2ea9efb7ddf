// Covers docs/reference/errors.md: codes-of-votes
// Covers docs/reference/options.md: calendar-doors, groups, votable-options
// Covers docs/reference/participants.md: jury
// Covers docs/reference/polls.md: voting-window
// Covers docs/reference/ratings.md: ballots, counting-votes
// Covers docs/reference/time.md: days, windows
// Covers docs/reference/votes.md: abstentions, fields, jury, vote-types-and-values, one-vote-per-option, order-of-checks
// Covers docs/reference/votes.md: own-options, ownership, text-values

import { Forbidden, Invalid, NotFound } from "../refusals/refusal";
import { type CastDecision, type CastFacts, decideCast } from "./decide-cast";
import {
  cast,
  having,
  onlyAPlace,
  ordinary,
  outcome,
  tomorrow,
  voteOn,
  withSettings,
  yesterday,
} from "./testing/cast-cases";
import {
  now,
  optionFacts,
  ordinaryOption,
  ordinaryParticipant,
  ordinaryPoll,
  stranger,
  voter,
} from "./testing/ordinary";

describe("decideCast", () => {
  // Settings: jury_mode, start_date_voting
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
