// Covers docs/reference/options.md: fixed-settings, settings

import { fixedFrom } from "../polls/fixed-settings";
import type { FieldErrors } from "../refusals/refusal";
import { now, ordinaryPoll } from "../votes/testing/ordinary";
import type { OptionSettings } from "./option-settings";
import { type OptionUse, unusedOption } from "./option-settings-problems";
import { readCreateOption } from "./read-create-option";
import { neededOptionUse, readUpdateOption } from "./read-update-option";
import { ordinaryOption } from "./testing/option";

const ONCE_OPTIONS = "cannot be changed once there are options";
const ONCE_VOTES = "cannot be changed once there are votes";

const step = (settings: Partial<OptionSettings>) =>
  ordinaryOption({ type: "Options::SurveyStep", settings });
const input = (inputType: string, settings: Partial<OptionSettings> = {}) =>
  ordinaryOption({ type: "Options::InputOption", inputType, settings });

function errorsOfUpdate(
  option: ReturnType<typeof ordinaryOption>,
  change: object,
  use: Partial<OptionUse> = {},
): FieldErrors {
  const read = readUpdateOption(
    { option: change },
    {
      poll: ordinaryPoll({ type: "Polls::Survey" }),
      access: "admin",
      option,
      parentPublicId: undefined,
      uploads: 0,
      earlierOptions: new Map(),
      use: { ...unusedOption, ...use },
      now,
    },
  );
  return read.ok ? {} : read.errors;
}

function errorsOfCreate(option: object, type: string): FieldErrors {
  const read = readCreateOption(
    { option: { content: "a", ...option } },
    {
      poll: ordinaryPoll({ type }),
      access: "admin",
      parent: undefined,
      parentDepth: 0,
      uploads: 0,
      earlierOptions: new Map(),
    },
  );
  return read.ok ? {} : read.errors;
}

describe("fixed settings (docs/reference/options.md#fixed-settings)", () => {
  const vote = step({ survey_step_type: "vote" });
  const range = step({
    survey_step_type: "vote",
    survey_step_vote_type: "Votes::RangeVote",
    survey_step_vote_limit_per_option_min: -2,
    survey_step_vote_limit_per_option: 8,
  });
  const dots = step({
    survey_step_type: "vote",
    survey_step_vote_type: "Votes::DotVote",
    survey_step_vote_limit_per_voter: 9,
  });
  const matrix = step({ survey_step_type: "matrix", allowed_values: ["bad", "so so", "good"] });
  const drinks = input("select", { allowed_values: ["tea", "coffee", "water"] });
  const agreed = input("checkbox");

  test.each<[string, ReturnType<typeof step>, object, Partial<OptionUse>, FieldErrors]>([
    [
      "input_type is fixed from the first vote on the input",
      input("text"),
      { input_type: "number" },
      { hasVotes: true },
      { input_type: ["cannot be changed once there are votes"] },
    ],
    [
      "input_type is fixed from the first file under the input",
      input("file"),
      { input_type: "number" },
      { hasOptions: true },
      { input_type: ["cannot be changed once there are options"] },
    ],
    [
      "survey_step_type is fixed from the first option under the step",
      vote,
      { settings: { survey_step_type: "input" } },
      { hasOptions: true },
      { "settings.survey_step_type": [ONCE_OPTIONS] },
    ],
    [
      "survey_step_vote_type is fixed from the first vote",
      vote,
      { settings: { survey_step_vote_type: "Votes::UpVote" } },
      { hasVotes: true },
      { "settings.survey_step_vote_type": [ONCE_VOTES] },
    ],
    [
      "a minimum above a stored value is refused",
      range,
      { settings: { survey_step_vote_limit_per_option_min: 0 } },
      { hasVotes: true, storedVotes: { values: [-1, 1, 3], mostSpent: 0 } },
      { "settings.survey_step_vote_limit_per_option_min": [`${ONCE_VOTES} below it`] },
    ],
    [
      "a maximum below a stored value is refused",
      range,
      { settings: { survey_step_vote_limit_per_option: 2 } },
      { hasVotes: true, storedVotes: { values: [-1, 1, 3], mostSpent: 0 } },
      { "settings.survey_step_vote_limit_per_option": [`${ONCE_VOTES} above it`] },
    ],
    [
      "fewer dots than one participant has spent are refused",
      dots,
      { settings: { survey_step_vote_limit_per_voter: 5 } },
      { hasVotes: true, storedVotes: { values: [3], mostSpent: 6 } },
      { "settings.survey_step_vote_limit_per_voter": [`${ONCE_VOTES} that use more`] },
    ],
    [
      "fewer columns are refused",
      matrix,
      { allowed_values: ["bad", "so so"] },
      { hasVotes: true },
      { allowed_values: [ONCE_VOTES] },
    ],
    [
      "columns in another order are refused",
      matrix,
      { settings: { allowed_values: ["good", "so so", "bad"] } },
      { hasVotes: true },
      { "settings.allowed_values": [`${ONCE_VOTES} for bad`] },
    ],
    [
      "a new first column is refused",
      matrix,
      { allowed_values: ["awful", "bad", "so so", "good"] },
      { hasVotes: true },
      { allowed_values: [`${ONCE_VOTES} for bad`] },
    ],
    [
      "removing a value that a vote uses is refused",
      drinks,
      { allowed_values: ["tea", "juice"] },
      { hasVotes: true, chosenValues: ["tea", "water"] },
      { allowed_values: [`${ONCE_VOTES} for water`] },
    ],
    [
      "adding values to a checkbox is refused",
      agreed,
      { allowed_values: ["yes", "no"] },
      { hasVotes: true },
      { allowed_values: [ONCE_VOTES] },
    ],
    [
      "a single line is refused when a vote has several lines",
      input("text", { multiline: true }),
      { settings: { multiline: false } },
      { hasVotes: true, hasSeveralLines: true },
      { "settings.multiline": [`${ONCE_VOTES} of several lines`] },
    ],
  ])("%s", (_case, option, change, use, errors) => {
    expect(errorsOfUpdate(option, change, use)).toEqual(errors);
  });

  test.each<[string, ReturnType<typeof step>, object, Partial<OptionUse>]>([
    ["the type of a step without options", vote, { settings: { survey_step_type: "input" } }, {}],
    [
      "the vote type of a step without votes",
      vote,
      { settings: { survey_step_vote_type: "Votes::UpVote" } },
      { hasOptions: true },
    ],
    [
      "an explicit vote type that equals the default",
      vote,
      { settings: { survey_step_vote_type: "Votes::BooleanVote" } },
      { hasVotes: true },
    ],
    [
      "the titles of columns, and columns added at the end",
      matrix,
      { allowed_values: ["poor", "so so", "good", "great"] },
      { hasVotes: true },
    ],
    [
      "the order of values, and values that no participant chose",
      drinks,
      { allowed_values: ["water", "tea", "juice"] },
      { hasVotes: true, chosenValues: ["tea"] },
    ],
    [
      "multiline, when no vote has several lines",
      input("text", { multiline: true }),
      { settings: { multiline: false } },
      { hasVotes: true },
    ],
    ["allow_other that is set", drinks, { settings: { allow_other: true } }, { hasVotes: true }],
    ["an input_type that stays the same", drinks, { input_type: "select" }, { hasVotes: true }],
    [
      "settings that no vote depends on",
      drinks,
      { settings: { mandatory: true, column_width: 9, voter_limit: 1, randomize_options: true } },
      { hasVotes: true, hasOptions: true },
    ],
  ])("it may change once there are votes: %s", (_case, option, change, use) => {
    expect(errorsOfUpdate(option, change, use)).toEqual({});
  });

  test.each<[string, ReturnType<typeof step>, object, object]>([
    ["nothing", drinks, { content: "Which", settings: { mandatory: true } }, {}],
    [
      "nothing, when no value changes",
      drinks,
      { allowed_values: drinks.settings.allowed_values },
      {},
    ],
    ["values", drinks, { allowed_values: ["tea"] }, { votes: true, chosenValues: "texts" }],
    [
      "lines",
      input("text", { multiline: true }),
      { settings: { multiline: null } },
      { votes: true, severalLines: true },
    ],
    ["options", vote, { settings: { survey_step_type: "info" } }, { options: true }],
    ["options and votes", input("text"), { input_type: "date" }, { options: true, votes: true }],
    [
      "bounds",
      range,
      { settings: { survey_step_vote_limit_per_option: 9 } },
      { votes: true, values: true },
    ],
  ])("a change loads these facts: %s", (_case, option, change, asked) => {
    const nothing = {
      options: false,
      votes: false,
      values: false,
      mostSpent: false,
      chosenValues: undefined,
      severalLines: false,
    };
    expect(neededOptionUse({ option: change }, option)).toEqual({ ...nothing, ...asked });
  });

  test("allow_other cannot be cleared once there are votes", () => {
    const option = { ...drinks, settings: { ...drinks.settings, allow_other: true } };
    const cleared = { settings: { allow_other: null } };
    expect(errorsOfUpdate(option, cleared, {})).toEqual({});
    expect(errorsOfUpdate(option, cleared, { hasVotes: true })).toEqual({
      "settings.allow_other": ["cannot be changed once there are votes"],
    });
  });

  test("every fixed setting has a test above", () => {
    const names = Object.keys(fixedFrom.option);
    expect(names.sort()).toEqual(
      [
        ...["allow_other", "allowed_values", "input_type", "multiline", "survey_step_type"],
        ...["survey_step_vote_limit_per_option", "survey_step_vote_limit_per_option_min"],
        ...["survey_step_vote_limit_per_voter", "survey_step_vote_type"],
      ].sort(),
    );
  });
});

describe("conflicting settings (docs/reference/options.md#settings)", () => {
  test.each<[string, object, string, FieldErrors]>([
    [
      "a select column needs values",
      { input_type: "select" },
      "Polls::Table",
      { allowed_values: ["is required with input_type select"] },
    ],
    [
      "radio buttons need at least one value",
      { input_type: "radio", settings: { allowed_values: [] } },
      "Polls::Table",
      { "settings.allowed_values": ["is required with input_type radio"] },
    ],
    [
      "a matrix needs columns",
      { settings: { survey_step_type: "matrix" } },
      "Polls::Survey",
      { allowed_values: ["is required with survey_step_type matrix"] },
    ],
    [
      "the minimum must not be above the maximum",
      {
        settings: {
          survey_step_type: "vote",
          survey_step_vote_type: "Votes::RangeVote",
          survey_step_vote_limit_per_option_min: 5,
          survey_step_vote_limit_per_option: 4,
        },
      },
      "Polls::Survey",
      {
        "settings.survey_step_vote_limit_per_option_min": [
          "must not be above survey_step_vote_limit_per_option",
        ],
      },
    ],
    [
      "the least number of votes must not be above the limit",
      {
        settings: {
          survey_step_type: "vote",
          survey_step_vote_limit_per_voter_min: 3,
          survey_step_vote_limit_per_voter: 2,
        },
      },
      "Polls::Survey",
      {
        "settings.survey_step_vote_limit_per_voter_min": [
          "must not be above survey_step_vote_limit_per_voter",
        ],
      },
    ],
    [
      "the minimum must not be above the range of the vote type",
      {
        settings: {
          survey_step_type: "vote",
          survey_step_vote_type: "Votes::RangeVote",
          survey_step_vote_limit_per_option_min: 11,
        },
      },
      "Polls::Survey",
      {
        "settings.survey_step_vote_limit_per_option_min": [
          "allows no counting vote with Votes::RangeVote",
        ],
      },
    ],
    [
      "an option must allow at least one participant",
      { settings: { voter_limit: 0 } },
      "Polls::Voting",
      {
        "settings.voter_limit": [
          "must be at least 1: no participant could vote with limit_per_option_type limit_individual",
        ],
      },
    ],
    [
      "a limit of 0 votes leaves no question to answer",
      { settings: { survey_step_type: "input", survey_step_vote_limit_per_voter: 0 } },
      "Polls::Survey",
      {
        "settings.survey_step_vote_limit_per_voter": [
          "allows no counting vote with Votes::TextVote",
        ],
      },
    ],
  ])("%s", (_case, option, type, errors) => {
    expect(errorsOfCreate(option, type)).toEqual(errors);
  });

  test("a conflict is reported for the setting that changes", () => {
    const least = step({ survey_step_type: "vote", survey_step_vote_limit_per_option_min: 11 });
    const change = { settings: { survey_step_vote_type: "Votes::RangeVote" } };
    expect(errorsOfUpdate(least, change)).toEqual({
      "settings.survey_step_vote_type": [
        "allows no counting vote with survey_step_vote_limit_per_option_min 11",
      ],
    });
    expect(
      errorsOfUpdate(input("select", { allowed_values: ["a"] }), { allowed_values: null }),
    ).toEqual({ allowed_values: ["is required with input_type select"] });
  });

  test.each<[string, object, readonly string[]]>([
    ["beside", { allowed_values: ["a", 5] }, ["allowed_values.1"]],
    ["in settings", { settings: { allowed_values: ["a", 5] } }, ["settings.allowed_values.1"]],
    [
      "that are well, beside another setting",
      { settings: { allowed_values: ["a"], voter_limit: "x" } },
      ["settings.voter_limit"],
    ],
  ])("values that cannot be read are not said to be missing: %s", (_where, given, names) => {
    expect(
      Object.keys(errorsOfUpdate(input("text", {}), { input_type: "select", ...given })),
    ).toEqual(names);
    expect(Object.keys(errorsOfCreate({ input_type: "select", ...given }, "Polls::Table"))).toEqual(
      names,
    );
  });

  test("an existing conflict does not block other changes", () => {
    expect(errorsOfUpdate(input("select"), { content: "Which one" })).toEqual({});
    expect(errorsOfUpdate(step({ survey_step_type: "matrix" }), { content: "How" })).toEqual({});
    expect(
      errorsOfUpdate(input("text", { voter_limit: 0 }), { settings: { voter_limit: 0 } }),
    ).toEqual({});
  });
});
