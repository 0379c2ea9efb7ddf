import { z } from "zod";
import { entry, flag, INTEGER_MAX, listOf, wholeNumber } from "../input/fields";
import { hasRepeats } from "../input/texts";
import type { ProblemSentence } from "../refusals/field-problems";
import { shownLabels, translationsField } from "../translations/translations";
import { voteTypes } from "../vote-types";
import { optionTranslations } from "./option-texts";

/** Values of `survey_step_type` (docs/reference/options.md#survey-steps). */
export const surveyStepTypes = ["info", "input", "vote", "matrix", "drawing"] as const;
export type SurveyStepType = (typeof surveyStepTypes)[number];

export const ratingMethods = ["average_by_voted", "average_by_all"] as const;
export type RatingMethod = (typeof ratingMethods)[number];

export const dotVoteIcons = ["dot", "star", "heart", "coin"] as const;

const simpleVoteTypes = voteTypes.all.filter(({ simple }) => simple).map(({ name }) => name);

/** The list, which must not contain a value twice. */
export const withoutRepeats = <Element extends z.ZodType>(
  list: ReturnType<typeof listOf<Element>>,
) =>
  list.refine(
    (values) => values === null || !hasRepeats(values),
    "contains a value twice" satisfies ProblemSentence,
  );

/** The choices of an input or the columns of a matrix. */
export const allowedValues = withoutRepeats(listOf(entry()));

const forPages = (use: string): string =>
  `Has no effect in the service; pages of clients may use it: ${use}.`;

/** Settings in request bodies, described for clients (docs/reference/options.md#settings); null clears. */
export const optionSettingsFields = {
  allow_other: flag.describe(
    "Extension: whether an input with choices also accepts another answer, or a `Votes::UpVote` on the option a text. `vote_text` has it, which only the participant and admins read. In responses only if `true`. Once there are votes, a change must keep all of them valid.",
  ),
  allowed_values: allowedValues.describe(
    "The choices of an input, or the columns of a `matrix` step, without duplicates. Once there are votes, a change must keep all of them valid.",
  ),
  column_width: wholeNumber().describe(forPages("the width of a column")),
  dot_vote_icon: z
    .enum(dotVoteIcons)
    .nullable()
    .describe("The sign of dots below a step, on the page. Unset: the one of the poll."),
  mandatory: flag.describe(
    "Whether `complete` of a participant requires an answer to this input. Of a step: whether pages ask for one answer at least. Default: `false`.",
  ),
  multiline: flag.describe(
    "Whether an input of type `text` accepts several lines. Default: `false`. Once there are votes, a change must keep all of them valid.",
  ),
  randomize_options: flag.describe(
    "Whether members get the options below this one in a random order. Default: `false`.",
  ),
  require_vote: flag.describe(
    "Whether `complete` of a participant requires an answer to every option below the step. Default: `false`.",
  ),
  show_as_list: flag.describe(
    `${forPages("whether options are shown as a list")} Default: \`false\`.`,
  ),
  survey_step_rating_method: z
    .enum(ratingMethods)
    .nullable()
    .describe(
      "The same as `rating_method` of the poll, for the options below the step. Default: `average_by_voted`.",
    ),
  survey_step_type: z
    .enum(surveyStepTypes)
    .nullable()
    .describe(
      "What is below the step: nothing, inputs, options to vote on, rows of a matrix, or drawings. Default: `info`. Cannot be changed once there are options.",
    ),
  survey_step_vote_limit_per_option: wholeNumber().describe(
    "The maximum value of a vote below the step. Unset: the maximum of the vote type. Once there are votes, a change must keep all of them valid.",
  ),
  survey_step_vote_limit_per_option_min: wholeNumber(-INTEGER_MAX - 1).describe(
    "The minimum value of a vote below the step, which may be negative. Unset: the minimum of the vote type. Once there are votes, a change must keep all of them valid.",
  ),
  survey_step_vote_limit_per_voter: wholeNumber().describe(
    "The maximum number of options below the step that a participant votes on, or of dots of a participant there. Unset: no limit; for dots 10. For dots, cannot go below what a participant has spent.",
  ),
  survey_step_vote_limit_per_voter_min: wholeNumber().describe(
    "The least number of votes of a participant below the step, counted like `survey_step_vote_limit_per_voter`. `complete` is refused before. Unset: none.",
  ),
  survey_step_vote_type: z
    .enum(simpleVoteTypes)
    .nullable()
    .describe(
      "The vote type below a `vote` step. Default: `Votes::BooleanVote`. Cannot be changed once there are votes.",
    ),
  translations: translationsField(optionTranslations).describe(
    "Extension: the texts of the option in further languages, by language, at most 20. Members read the texts in the language of the poll that they get, or else as they were written.",
  ),
  voter_limit: wholeNumber().describe(
    "The number of participants that may vote for the option, at least 1, with `limit_per_option_type = limit_individual` of the poll. Unset: no limit.",
  ),
};

/** The settings that have a default. Others are undefined until they are set. */
const defaults = {
  allow_other: false,
  mandatory: false,
  multiline: false,
  randomize_options: false,
  require_vote: false,
  show_as_list: false,
  survey_step_rating_method: "average_by_voted",
  survey_step_type: "info",
} as const;

type Fields = typeof optionSettingsFields;

/** Settings of an option by wire name, with defaults (docs/reference/options.md#settings). */
export type OptionSettings = {
  readonly [Name in keyof Fields]:
    | NonNullable<z.output<Fields[Name]>>
    | (Name extends keyof typeof defaults ? never : undefined);
};

const names = Object.keys(optionSettingsFields) as readonly (keyof Fields)[];

const unset = {
  ...Object.fromEntries(names.map((name) => [name, undefined])),
  ...defaults,
} as OptionSettings;

const shownFlags = ["mandatory", "multiline", "randomize_options", "require_vote", "show_as_list"];

/** The schema of `settings` in responses. `optionSettingsWire` creates them. */
export const optionSettingsSchema = z
  .strictObject({
    ...Object.fromEntries(
      names.map((name) => {
        const { description = "" } = optionSettingsFields[name];
        const value = (optionSettingsFields[name] as z.ZodNullable<z.ZodType>).unwrap();
        const shown = shownFlags.includes(name) ? value : value.optional();
        return [name, shown.describe(description)];
      }),
    ),
    value_labels: shownLabels.optional(),
  })
  .meta({
    id: "OptionSettings",
    description:
      "Settings of an option. Booleans are always present, except `allow_other`, `survey_step_*` on steps of surveys, other settings if they are set.",
  });

/** Adds defaults to stored settings. */
export function optionSettingsOf(stored: unknown): OptionSettings {
  if (typeof stored !== "object" || stored === null) return unset;
  const present = Object.entries(stored).filter(
    ([name, value]) => Object.hasOwn(unset, name) && value !== null,
  );
  return present.length === 0 ? unset : { ...unset, ...Object.fromEntries(present) };
}

/** Settings in responses: booleans always except `allow_other`, others if set, `survey_step_*` on steps only. */
export function optionSettingsWire(
  settings: OptionSettings,
  isStep: boolean,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) =>
        value !== undefined &&
        (value === true || name !== "allow_other") &&
        (isStep || !name.startsWith("survey_step_")),
    ),
  );
}
