// Covers docs/reference/options.md: survey-steps
// Covers docs/reference/votes.md: vote-types-and-values, survey-steps, text-values

import type { CastFacts } from "./decide-cast";
import { cast, having, outcome, voteOn } from "./testing/cast-cases";
import { optionFacts, ordinaryOption, ordinaryPoll } from "./testing/ordinary";
import type { ListedVote } from "./vote";

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
