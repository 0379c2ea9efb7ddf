import { z } from "zod";
import { entry, flag, INTEGER_MAX, listOf, wholeNumber } from "../input/fields";
import { voteTypes } from "../vote-types";

/** Values of `survey_step_type` (docs/reference/options.md#survey-steps). */
export const surveyStepTypes = ["info", "input", "vote", "matrix", "drawing"] as const;
export type SurveyStepType = (typeof surveyStepTypes)[number];

export const ratingMethods = ["average_by_voted", "average_by_all"] as const;
export type RatingMethod = (typeof ratingMethods)[number];

export const dotVoteIcons = ["dot", "star", "heart", "coin"] as const;
export type DotVoteIcon = (typeof dotVoteIcons)[number];

/** Settings of an option by wire name, with defaults; undefined: not set (docs/reference/options.md#settings). */
export interface OptionSettings {
  readonly allowed_values: readonly string[] | undefined;
  readonly column_width: number | undefined;
  readonly dot_vote_icon: DotVoteIcon | undefined;
  readonly mandatory: boolean;
  readonly multiline: boolean;
  readonly randomize_options: boolean;
  readonly require_vote: boolean;
  readonly show_as_list: boolean;
  readonly survey_step_rating_method: RatingMethod;
  readonly survey_step_type: SurveyStepType;
  readonly survey_step_vote_limit_per_option: number | undefined;
  readonly survey_step_vote_limit_per_option_min: number | undefined;
  readonly survey_step_vote_limit_per_voter: number | undefined;
  readonly survey_step_vote_type: string | undefined;
  readonly voter_limit: number | undefined;
}

const defaults: OptionSettings = {
  allowed_values: undefined,
  column_width: undefined,
  dot_vote_icon: undefined,
  mandatory: false,
  multiline: false,
  randomize_options: false,
  require_vote: false,
  show_as_list: false,
  survey_step_rating_method: "average_by_voted",
  survey_step_type: "info",
  survey_step_vote_limit_per_option: undefined,
  survey_step_vote_limit_per_option_min: undefined,
  survey_step_vote_limit_per_voter: undefined,
  survey_step_vote_type: undefined,
  voter_limit: undefined,
};

const simpleVoteTypes = voteTypes.all.filter(({ simple }) => simple).map(({ name }) => name);

/** The choices of an input or the columns of a matrix; without repetition. */
export const allowedValues = listOf(entry()).refine(
  (values) => values === null || new Set(values).size === values.length,
  "names a value twice",
);

/** Settings in bodies; null clears. */
export const optionSettingsFields = {
  allowed_values: allowedValues,
  column_width: wholeNumber(),
  dot_vote_icon: z.enum(dotVoteIcons).nullable(),
  mandatory: flag,
  multiline: flag,
  randomize_options: flag,
  require_vote: flag,
  show_as_list: flag,
  survey_step_rating_method: z.enum(ratingMethods).nullable(),
  survey_step_type: z.enum(surveyStepTypes).nullable(),
  survey_step_vote_limit_per_option: wholeNumber(),
  survey_step_vote_limit_per_option_min: wholeNumber(-INTEGER_MAX - 1),
  survey_step_vote_limit_per_voter: wholeNumber(),
  survey_step_vote_type: z.enum(simpleVoteTypes).nullable(),
  voter_limit: wholeNumber(),
} satisfies Record<keyof OptionSettings, z.ZodType>;

/** Stored settings with defaults. */
export function optionSettingsOf(stored: unknown): OptionSettings {
  if (typeof stored !== "object" || stored === null) return defaults;
  const given = Object.entries(stored).filter(
    ([name, value]) => Object.hasOwn(defaults, name) && value !== null,
  );
  return given.length === 0 ? defaults : { ...defaults, ...Object.fromEntries(given) };
}

/** Settings in answers: booleans always, others when set, `survey_step_*` on steps only. */
export function optionSettingsWire(
  settings: OptionSettings,
  isStep: boolean,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) => value !== undefined && (isStep || !name.startsWith("survey_step_")),
    ),
  );
}
