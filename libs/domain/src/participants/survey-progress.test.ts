// Covers docs/reference/options.md: branching
// Covers docs/reference/participants.md: complete

import type { SurveyAnswer } from "../branching";
import type { SurveyStepType } from "../options/option-settings";
import { ordinaryOption } from "../options/testing/option";
import { ordinaryPoll } from "../votes/testing/ordinary";
import {
  isSurveyAnswerMissing,
  isSurveyComplete,
  type SurveyFacts,
  type SurveyStepFacts,
  surveyVotesLeft,
} from "./survey-progress";

const step = (
  publicId: string,
  survey_step_type: SurveyStepType,
  children: SurveyStepFacts["children"],
  { require_vote = false, data = undefined as unknown } = {},
): SurveyStepFacts => ({
  step: ordinaryOption({
    publicId,
    type: "Options::SurveyStep",
    data,
    settings: { survey_step_type, require_vote },
  }),
  children,
});
const answer = (publicId: string) => ordinaryOption({ publicId });
const input = (publicId: string, mandatory = false) =>
  ordinaryOption({ publicId, type: "Options::InputOption", settings: { mandatory } });
const drawing = (ownerKey: "anonymous:ann" | "anonymous:bob") =>
  ordinaryOption({ publicId: "d", type: "Options::DrawingOption", ownerKey });
const answered = (...ids: readonly string[]): ReadonlyMap<string, SurveyAnswer> =>
  new Map(ids.map((id) => [id, { stepId: "1", value: 1, text: undefined }]));
const skipIfA = { branch: { rules: [{ when: { option_id: "a", vote: 1 }, action: "skip" }] } };
const showIfC = { branch: { rules: [{ when: { option_id: "c", vote: 1 }, action: "show" }] } };

const ordinary: SurveyFacts = {
  poll: ordinaryPoll({ type: "Polls::Survey" }),
  steps: [step("1", "vote", [answer("a"), answer("b")])],
  answers: answered("a"),
  ownerKey: "anonymous:ann",
  reportedComplete: false,
};
const allOptions = ordinaryPoll({
  type: "Polls::Survey",
  settings: { option_vote_requirement: "all_options" },
});

describe("isSurveyComplete and isSurveyAnswerMissing", () => {
  test.each<[string, Partial<SurveyFacts>, boolean, boolean]>([
    ["every step that takes answers has one", {}, true, false],
    ["a step without an answer", { answers: answered() }, false, false],
    [
      "a step without an answer that the client reported as finished",
      { answers: answered(), reportedComplete: true },
      true,
      false,
    ],
    [
      "an info step takes no answers",
      { steps: [...ordinary.steps, step("2", "info", [])] },
      true,
      false,
    ],
    [
      "a step without options takes no answers",
      { steps: [...ordinary.steps, step("2", "vote", [])] },
      true,
      false,
    ],
    [
      "a mandatory input missing",
      { steps: [step("1", "input", [input("a"), input("m", true)])] },
      false,
      true,
    ],
    [
      "a mandatory input missing that the client reported as finished",
      { steps: [step("1", "input", [input("a"), input("m", true)])], reportedComplete: true },
      false,
      true,
    ],
    [
      "a mandatory input answered",
      { steps: [step("1", "input", [input("a"), input("m", true)])], answers: answered("m") },
      true,
      false,
    ],
    [
      "require_vote, one child without an answer",
      { steps: [step("1", "matrix", [answer("a"), answer("b")], { require_vote: true })] },
      false,
      true,
    ],
    [
      "require_vote, every child answered",
      {
        steps: [step("1", "matrix", [answer("a"), answer("b")], { require_vote: true })],
        answers: answered("a", "b"),
      },
      true,
      false,
    ],
    ["all_options, one child without an answer", { poll: allOptions }, false, true],
    [
      "a required drawing that is missing",
      { steps: [step("1", "drawing", [drawing("anonymous:bob")], { require_vote: true })] },
      false,
      true,
    ],
    [
      "a required drawing that exists",
      { steps: [step("1", "drawing", [drawing("anonymous:ann")], { require_vote: true })] },
      true,
      false,
    ],
    [
      "a skipped step needs no answer",
      {
        steps: [
          ...ordinary.steps,
          step("2", "vote", [answer("c")], { require_vote: true, data: skipIfA }),
        ],
      },
      true,
      false,
    ],
    [
      "a step that only an answer on a skipped step would show",
      {
        answers: new Map([
          ["a", { stepId: "1", value: 1, text: undefined }],
          ["c", { stepId: "2", value: 1, text: undefined }],
        ]),
        steps: [
          ...ordinary.steps,
          step("2", "vote", [answer("c")], { data: skipIfA }),
          step("3", "vote", [answer("d")], { require_vote: true, data: showIfC }),
        ],
      },
      true,
      false,
    ],
    [
      "a step that is not skipped needs its answer",
      {
        answers: answered("b"),
        steps: [
          ...ordinary.steps,
          step("2", "vote", [answer("c")], { require_vote: true, data: skipIfA }),
        ],
      },
      false,
      true,
    ],
  ])("decide for %s", (_case, difference, complete, missing) => {
    const facts = { ...ordinary, ...difference };
    expect(isSurveyComplete(facts)).toBe(complete);
    expect(isSurveyAnswerMissing(facts)).toBe(missing);
  });
});

describe("surveyVotesLeft", () => {
  const allDots = ordinaryPoll({ type: "Polls::Survey", settings: { require_all_dots: true } });
  const dots = (limits: Readonly<Record<string, number>>, data?: unknown): SurveyStepFacts => ({
    step: ordinaryOption({
      publicId: "1",
      type: "Options::SurveyStep",
      data,
      settings: {
        survey_step_type: "vote",
        survey_step_vote_type: "Votes::DotVote",
        ...limits,
      },
    }),
    children: [answer("a"), answer("b")],
  });
  const spent = (value: number) => new Map([["a", { stepId: "1", value, text: undefined }]]);

  test.each([
    ["the default of 10 dots", dots({}), 4, 6],
    ["the limit of the step", dots({ survey_step_vote_limit_per_voter: 5 }), 4, 1],
    ["all dots spent", dots({ survey_step_vote_limit_per_voter: 5 }), 5, 0],
    [
      "options that cannot take more",
      dots({ survey_step_vote_limit_per_voter: 5, survey_step_vote_limit_per_option: 1 }),
      1,
      1,
    ],
    ["a step without dots", step("1", "vote", [answer("a")]), 1, 0],
  ])("%s", (_case, one, value, left) => {
    const facts = { ...ordinary, poll: allDots, steps: [one], answers: spent(value) };
    expect(surveyVotesLeft(facts)).toBe(left);
    expect(isSurveyComplete({ ...facts, reportedComplete: true })).toBe(left === 0);
  });

  test("a skipped step, and a poll without require_all_dots, need no dots", () => {
    const skipped = { ...dots({}, skipIfA), children: [answer("c")] };
    const first = { ...step("0", "vote", [answer("a")]) };
    const facts = { ...ordinary, poll: allDots, steps: [first, skipped], answers: spent(1) };
    expect(surveyVotesLeft(facts)).toBe(0);
    expect(surveyVotesLeft({ ...ordinary, steps: [dots({})], answers: spent(1) })).toBe(0);
  });
});

describe("surveyVotesLeft with a least number of votes", () => {
  const choices = (settings: Readonly<Record<string, unknown>>, number = 3): SurveyStepFacts => ({
    step: ordinaryOption({
      publicId: "1",
      type: "Options::SurveyStep",
      settings: { survey_step_type: "vote", survey_step_vote_type: "Votes::UpVote", ...settings },
    }),
    children: ["a", "b", "c"]
      .slice(0, number)
      .map((publicId, at) => ({ ...answer(publicId), id: BigInt(at) })),
  });
  const two = { survey_step_vote_limit_per_voter_min: 2 };
  const chosen = (...ids: readonly string[]) =>
    new Map(ids.map((id) => [id, { stepId: "1", value: 1, text: undefined }] as const));
  const abstained = new Map([["a", { stepId: "1", value: undefined, text: undefined }]]);

  test.each([
    ["no vote", choices(two), chosen(), 2],
    ["one vote", choices(two), chosen("a"), 1],
    ["two votes", choices(two), chosen("a", "c"), 0],
    ["an abstention", choices(two), abstained, 2],
    ["fewer options than votes", choices(two, 1), chosen(), 1],
    ["no option", choices(two, 0), chosen(), 0],
    ["no least number", choices({}), chosen(), 0],
    [
      "dots",
      choices({ ...two, survey_step_vote_type: "Votes::DotVote" }),
      new Map([["a", { stepId: "1", value: 1, text: undefined }]]),
      1,
    ],
    ["questions, which have no votes", choices({ ...two, survey_step_type: "input" }), chosen(), 0],
  ])("%s", (_case, one, answers, left) => {
    const facts = { ...ordinary, steps: [one], answers };
    expect(surveyVotesLeft(facts)).toBe(left);
    expect(isSurveyComplete({ ...facts, reportedComplete: true })).toBe(left === 0);
  });
});
