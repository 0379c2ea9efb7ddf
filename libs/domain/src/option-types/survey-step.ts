import type { SurveyStepType } from "../options/option-settings";
import type { Children, OptionType } from "./option-type";

type StepChildren = Omit<Children, "voteType"> & {
  readonly voteType: string | "chosen" | undefined;
};

/** The children of a step and their votes (docs/reference/options.md#survey-steps). */
const childrenByStepType: Readonly<Record<SurveyStepType, StepChildren | undefined>> = {
  info: undefined,
  input: {
    type: "Options::InputOption",
    voteType: "Votes::TextVote",
    voteLimits: "step",
    createdBy: "admins",
    visibleTo: "members",
  },
  vote: {
    type: "Options::TextOption",
    typeWithFile: "Options::ImageOption",
    voteType: "chosen",
    voteLimits: "step",
    createdBy: "as_top_level",
    visibleTo: "members",
  },
  matrix: {
    type: "Options::TextOption",
    voteType: "Votes::RangeVote",
    voteLimits: "columns",
    createdBy: "admins",
    visibleTo: "members",
  },
  drawing: {
    type: "Options::DrawingOption",
    voteType: undefined,
    voteLimits: "step",
    createdBy: "every_actor_once",
    visibleTo: "author",
  },
};

/** Types of votes under a step by its type; `chosen`: the step names one of the simple types. */
export const stepVoteTypes = Object.entries(childrenByStepType).map(
  ([stepType, children]) => [stepType, children?.voteType] as const,
);

export const defaultStepVoteType = "Votes::BooleanVote";

export const childrenOfStep: OptionType["children"] = ({ settings }) => {
  const children = childrenByStepType[settings.survey_step_type];
  if (children === undefined) return undefined;
  const voteType =
    children.voteType === "chosen"
      ? (settings.survey_step_vote_type ?? defaultStepVoteType)
      : children.voteType;
  return { ...children, voteType };
};
