// Covers docs/reference/payments.md: amounts
// Covers docs/reference/polls.md: conflicting-settings

import type { FieldErrors } from "../refusals/refusal";
import { now, ordinaryPoll } from "../votes/testing/ordinary";
import { readCreatePoll } from "./read-create-poll";
import { readUpdatePoll } from "./read-update-poll";
import { pollSettingsOf } from "./settings";
import { unusedPoll } from "./testing/unused-poll";

const errorsOf = (poll: Parameters<typeof ordinaryPoll>[0], change: object): FieldErrors => {
  const read = readUpdatePoll({ poll: change }, ordinaryPoll(poll), unusedPoll);
  return read.ok ? {} : read.errors;
};

const errorsOfCreate = (poll: object): FieldErrors => {
  const read = readCreatePoll({ poll: { title: "Lunch", ...poll } }, unusedPoll);
  return read.ok ? {} : read.errors;
};

describe("conflicting settings (docs/reference/polls.md#conflicting-settings)", () => {
  test.each<[string, object, FieldErrors]>([
    [
      "a vote that ends when it starts",
      { start_date_voting: "2030-02-01T12:00Z", deadline_voting: "2030-02-01T12:00Z" },
      { start_date_voting: ["must be before deadline_voting"] },
    ],
    [
      "submissions that end when they start",
      { start_date_submission: "2030-02-01T12:00Z", deadline_submission: "2030-02-01T13:00+01:00" },
      { start_date_submission: ["must be before deadline_submission"] },
    ],
    [
      "comparisons in voting categories",
      { type: "Polls::PairwiseComparison", voting_categories: ["Taste"] },
      { voting_categories: ["cannot be set in polls of type Polls::PairwiseComparison"] },
    ],
    [
      "a survey in voting categories",
      { type: "Polls::Survey", voting_categories: ["Taste"] },
      { voting_categories: ["cannot be set in polls of type Polls::Survey"] },
    ],
    [
      "cells in voting categories",
      { type: "Polls::Table", voting_categories: ["Taste"] },
      { voting_categories: ["cannot be set in polls of type Polls::Table"] },
    ],
    [
      "a limit of participants beside a fee, whose type follows from it",
      { participant_limit: 5, voting_fee: 100 },
      { participant_limit: ["contradicts voting_fee"] },
    ],
    [
      "a price whose type is in the wrong place, which might sell votes",
      { voting_fee: 25, voting_fee_type: "voting_sell_votes" },
      {
        voting_fee_type: [
          "cannot be set in `poll` on creation: use `settings` beside `poll`, or an update",
        ],
      },
    ],
    [
      "a bound of another bound that is refused",
      { vote_limit_per_option_min: 3, vote_limit_per_option: "two" },
      { vote_limit_per_option: ["must be a number"] },
    ],
    [
      "voting categories of an unknown type",
      { type: "Polls::Nothing", voting_categories: ["Taste"], limit_per_option: 0 },
      { type: [expect.stringContaining("must be one of")] },
    ],
    [
      "a minimum above the maximum",
      { vote_limit_per_option_min: 3, vote_limit_per_option: 2 },
      { vote_limit_per_option_min: ["must not be above vote_limit_per_option"] },
    ],
    [
      "a least number of votes above the limit",
      { vote_limit_per_voter_min: 3, vote_limit_per_voter: 2 },
      { vote_limit_per_voter_min: ["must not be above vote_limit_per_voter"] },
    ],
    [
      "no votes for any participant",
      { type: "Polls::Collection", vote_limit_per_voter: 0 },
      { vote_limit_per_voter: ["allows no counting vote with Votes::UpVote"] },
    ],
    [
      "no place on any option",
      { type: "Polls::Collection", limit_per_option: 0 },
      { limit_per_option: ["allows no counting vote with Votes::UpVote"] },
    ],
    [
      "no place on any option of a survey",
      { type: "Polls::Survey", limit_per_option: 0 },
      { limit_per_option: ["allows no counting vote with Polls::Survey"] },
    ],
  ])("%s", (_case, poll, errors) => {
    expect(errorsOfCreate(poll)).toEqual(errors);
  });

  test.each<[string, Parameters<typeof ordinaryPoll>[0], object, FieldErrors]>([
    [
      "a counting method of another vote type",
      { settings: pollSettingsOf("Polls::Voting", { vote_type: "Votes::RatingVote" }) },
      { counting_method: "schulze" },
      { counting_method: ["contradicts vote_type"] },
    ],
    [
      "a counting method of votes that no method counts",
      { settings: pollSettingsOf("Polls::Voting", { vote_type: "Votes::DotVote" }) },
      { counting_method: "approval" },
      { counting_method: ["contradicts vote_type"] },
    ],
    [
      "another vote type than that of the method",
      { settings: pollSettingsOf("Polls::Voting", { counting_method: "approval" }) },
      { vote_type: "Votes::RatingVote" },
      { vote_type: ["contradicts counting_method"] },
    ],
    [
      "a counting method of sold votes",
      {},
      { voting_fee_type: "voting_sell_votes", voting_fee: 100, counting_method: "approval" },
      { counting_method: ["contradicts voting_fee_type"] },
    ],
    [
      "a counting method for the best distribution",
      {},
      { target: "best_distribution", counting_method: "approval" },
      { counting_method: ["contradicts target"] },
    ],
    [
      "a counting method of one winner with several seats",
      { settings: pollSettingsOf("Polls::Voting", { vote_type: "Votes::RankedVote", seats: 3 }) },
      { counting_method: "instant_runoff" },
      { counting_method: ["contradicts seats"] },
    ],
    [
      "several seats of a counting method of one winner",
      {
        settings: pollSettingsOf("Polls::Voting", {
          vote_type: "Votes::RankedVote",
          counting_method: "instant_runoff",
        }),
      },
      { seats: 2 },
      { seats: ["contradicts counting_method"] },
    ],
    [
      "a counting method in voting categories",
      {},
      { voting_categories: ["Taste"], counting_method: "approval" },
      { counting_method: ["contradicts voting_categories"] },
    ],
    [
      "no seat, and an unknown order of ties",
      {},
      { seats: 0, tie_break: ["coin"] },
      {
        seats: ["must be at least 1"],
        "tie_break.0": ["must be one of first_ranks, earlier_option, seed"],
      },
    ],
    [
      "more seats than there may be, and an order of ties that names one twice",
      {},
      { seats: 1_001, tie_break: ["seed", "first_ranks", "seed"] },
      { seats: ["must be at most 1000"], tie_break: ["contains a value twice"] },
    ],
    ["as many seats as there may be", {}, { seats: 1_000 }, {}],
    [
      "a maximum below the minimum that stands",
      { settings: { vote_limit_per_option_min: 3 } },
      { vote_limit_per_option: 2 },
      { vote_limit_per_option: ["must not be below vote_limit_per_option_min"] },
    ],
    [
      "a deadline before the start that stands",
      { settings: { start_date_voting: now } },
      { deadline_voting: "2030-01-01" },
      { deadline_voting: ["must be after start_date_voting"] },
    ],
    [
      "a vote type whose range ends below the minimum that stands",
      { settings: { vote_limit_per_option_min: 11 } },
      { vote_type: "Votes::RangeVote" },
      { vote_type: ["allows no counting vote with vote_limit_per_option_min 11"] },
    ],
    [
      "a minimum of dots above those of one participant",
      { settings: { vote_type: "Votes::DotVote", vote_limit_per_voter: 4 } },
      { vote_limit_per_option_min: 5 },
      {
        vote_limit_per_option_min: [
          "allows no counting vote with vote_limit_per_voter 4 and Votes::DotVote",
        ],
      },
    ],
    [
      "the ten dots of a limit that is taken away",
      {
        settings: {
          vote_type: "Votes::DotVote",
          vote_limit_per_voter: 20,
          vote_limit_per_option_min: 15,
        },
      },
      { vote_limit_per_voter: null },
      {
        vote_limit_per_voter: [
          "allows no counting vote with vote_limit_per_option_min 15 and Votes::DotVote",
        ],
      },
    ],
    [
      "votes for sale, of which none can be bought",
      { settings: { vote_limit_per_option: 0 } },
      { voting_fee: 50, voting_fee_type: "voting_sell_votes" },
      {
        voting_fee_type: [
          "allows no counting vote with vote_limit_per_option 0 and Votes::BooleanVote",
        ],
      },
    ],
    [
      "a vote type that is not for sale",
      { settings: { voting_fee: 50, voting_fee_type: "voting_sell_votes" } },
      { vote_type: "Votes::DateVote" },
      { vote_type: ["cannot be sold with voting_fee_type voting_sell_votes"] },
    ],
    [
      "so few votes for sale that no purchase is large enough",
      { settings: { vote_limit_per_voter: 4 } },
      { voting_fee: 10, voting_fee_type: "voting_sell_votes" },
      { voting_fee: ["allows no purchase of at least 50 with vote_limit_per_voter 4"] },
    ],
    [
      "a limit that leaves no purchase that is large enough",
      { settings: { voting_fee: 10, voting_fee_type: "voting_sell_votes" } },
      { vote_limit_per_option: 3 },
      { vote_limit_per_option: ["allows no purchase of at least 50 with voting_fee 10"] },
    ],
    [
      "a price at which the two limits leave no purchase that is large enough",
      {
        settings: {
          voting_fee: 50,
          voting_fee_type: "voting_sell_votes",
          vote_limit_per_option: 3,
          vote_limit_per_voter: 4,
        },
      },
      { voting_fee: 10 },
      {
        voting_fee: [
          "allows no purchase of at least 50 with vote_limit_per_option 3 and vote_limit_per_voter 4",
        ],
      },
    ],
  ])("a conflict is reported for the setting that changes: %s", (_case, poll, change, errors) => {
    expect(errorsOf(poll, change)).toEqual(errors);
  });

  test.each<[string, object, FieldErrors]>([
    [
      "a fee below the least amount",
      { voting_fee: 49, voting_fee_type: "voting_fee" },
      { voting_fee: ["must be at least 50 in the minor unit of eur"] },
    ],
    [
      "a fee above the largest amount",
      { voting_fee: 100_000_000, voting_fee_type: "voting_fee" },
      { voting_fee: ["must be at most 99999999 in the minor unit of eur"] },
    ],
    [
      "a donation that suggests too little",
      { voting_fee: 1, voting_fee_type: "voting_donation" },
      { voting_fee: ["must be at least 50 in the minor unit of eur"] },
    ],
    [
      "a submission fee below the least amount",
      { submission_fee: 10, submission_fee_type: "submission_fee" },
      { submission_fee: ["must be at least 50 in the minor unit of eur"] },
    ],
    [
      "a suggestion for an option that is too high",
      { submission_fee: 2_000_000_000, submission_fee_type: "submission_donation" },
      { submission_fee: ["must be at most 99999999 in the minor unit of eur"] },
    ],
    [
      "a price of a vote that is too high",
      { voting_fee: 100_000_000, voting_fee_type: "voting_sell_votes", vote_type: "Votes::UpVote" },
      { voting_fee: ["must be at most 99999999 in the minor unit of eur"] },
    ],
    [
      "votes of which the least number costs too much",
      {
        voting_fee: 1_000_000,
        voting_fee_type: "voting_sell_votes",
        vote_type: "Votes::UpVote",
        vote_limit_per_option_min: 100,
      },
      { voting_fee: ["allows no purchase of at most 99999999 with vote_limit_per_option_min 100"] },
    ],
  ])("no poll asks for %s", (_case, settings, errors) => {
    expect(errorsOf({}, settings)).toEqual(errors);
  });

  test.each<[string, object, object, FieldErrors]>([
    [
      "an amount",
      { voting_fee: 5_050 },
      {},
      { voting_fee: ["must be a multiple of 100 in the minor unit of isk"] },
    ],
    ["a type", {}, { voting_fee: 5_000 }, {}],
    [
      "a type of an older amount",
      { voting_fee_type: "voting_donation" },
      { voting_fee: 5_050, voting_fee_type: undefined },
      {
        voting_fee_type: ["needs another amount in voting_fee"],
      },
    ],
    ["another setting", { title: "Tea" }, { voting_fee: 5_050, voting_fee_type: "voting_fee" }, {}],
  ])("a change of %s follows the steps of the currency", (_case, change, settings, errors) => {
    const kronur = { currency: "isk", step: 100, least: 5_000, most: 99_999_999 };
    const read = readUpdatePoll({ poll: change }, ordinaryPoll({ settings }), {
      ...unusedPoll,
      amounts: kronur,
    });
    expect(read.ok ? {} : read.errors).toEqual(errors);
  });

  test("the price of one sold vote may be below the least purchase", () => {
    const selling = { voting_fee: 10, voting_fee_type: "voting_sell_votes" };
    expect(errorsOf({}, { ...selling, vote_type: "Votes::UpVote" })).toEqual({});
  });

  test("the smallest purchase may equal the limits", () => {
    const settings = { voting_fee: 10, voting_fee_type: "voting_sell_votes" } as const;
    expect(errorsOf({ settings }, { vote_limit_per_voter: 5 })).toEqual({});
    expect(errorsOf({ settings }, { vote_limit_per_option: 5 })).toEqual({});
  });

  test("an unknown vote type is reported without further conflicts", () => {
    expect(Object.keys(errorsOf({}, { vote_type: "nonsense" }))).toEqual(["vote_type"]);
  });

  test("an existing conflict does not block other changes", () => {
    const settings = {
      vote_limit_per_voter: 0,
      start_date_voting: now,
      deadline_voting: new Date(0),
    };
    expect(errorsOf({ settings }, { title: "Dinner" })).toEqual({});
    const votingCategories = [{ id: 1, title: "Taste" }];
    expect(errorsOf({ type: "Polls::Survey", votingCategories }, { title: "Dinner" })).toEqual({});
  });
});
