import type { CreatePoll, Option, OptionListItem } from "@polls/client";
import { voteTypes } from "./vote-types";

export type InputType = NonNullable<OptionListItem["input_type"]>;
type OptionSettings = NonNullable<Option["settings"]>;
export type StepType = NonNullable<OptionSettings["survey_step_type"]>;
export type StepVoteType = NonNullable<OptionSettings["survey_step_vote_type"]>;
/** What a question asks for: a step with one input of a type, or a step of another type. */
export type QuestionKind = InputType | Exclude<StepType, "input">;
type NewOption = NonNullable<CreatePoll["options"]>[number];

/** Which lists of texts a question of the kind has. */
type Lists = "none" | "choices" | "optional choices" | "options" | "rows and columns";

/** In the order of the form. */
const listsByKind: Readonly<Record<QuestionKind, Lists>> = {
  radio: "choices",
  multi_select: "choices",
  text: "none",
  textarea: "none",
  select: "choices",
  checkbox: "optional choices",
  number: "none",
  number_float: "none",
  date: "none",
  datetime: "none",
  email: "none",
  url: "none",
  file: "none",
  location: "none",
  vote: "options",
  matrix: "rows and columns",
  drawing: "none",
  info: "none",
};

const stepKinds = ["vote", "matrix", "drawing", "info"] as const;
const isStepKind = (kind: QuestionKind): kind is (typeof stepKinds)[number] =>
  stepKinds.some((each) => each === kind);

/** The kinds of questions of a survey, and of the inputs of a step or a table. */
export const questionKinds = Object.keys(listsByKind) as readonly QuestionKind[];
export const inputKinds: readonly InputType[] = questionKinds.filter(
  (kind): kind is InputType => !isStepKind(kind),
);

export const listsOf = (kind: QuestionKind): Lists => listsByKind[kind];
export const hasChoices = (type: InputType): boolean => listsByKind[type] !== "none";
export const needsChoices = (type: InputType): boolean => listsByKind[type] === "choices";

/** Vote types whose values an input of a survey asks for. */
const entered: readonly string[] = ["Votes::NumberVote", "Votes::TextVote", "Votes::DateVote"];

/** The vote types that a step offers, the usual ones first. */
export const stepVoteTypes = Object.entries(voteTypes)
  .filter(([name, { control }]) => control !== undefined && !entered.includes(name))
  .map(([name]) => name as StepVoteType);

export const defaultStepVoteType: StepVoteType = "Votes::BooleanVote";

/** Types with more values than these have no rules by their values. */
const LEADING_MAX = 5;

/** The values of a vote that can lead elsewhere, the best first. */
export function leadingValuesOf(name: StepVoteType): readonly number[] {
  const { choices, top = 0 } = voteTypes[name];
  if (choices !== undefined) return choices.map(({ value }) => value);
  return top > LEADING_MAX ? [] : Array.from({ length: top }, (_, at) => top - at);
}

/** A question that is not created yet. */
export interface QuestionDraft {
  readonly text: string;
  readonly help: string;
  readonly kind: QuestionKind;
  /** The choices, the options to vote on, or the columns of a matrix. */
  readonly choices: readonly string[];
  readonly rows: readonly string[];
  readonly voteType: StepVoteType;
  readonly mandatory: boolean;
}

export const emptyQuestion: QuestionDraft = {
  text: "",
  help: "",
  kind: "radio",
  choices: [],
  rows: [],
  voteType: defaultStepVoteType,
  mandatory: false,
};

const texts = (lines: readonly string[]): NewOption[] => lines.map((content) => ({ content }));

/** The input that a question describes: a question of a step, or a column of a table. */
export function inputOf({ text, help, kind, choices, mandatory }: QuestionDraft): NewOption {
  if (isStepKind(kind)) throw new TypeError(`an input cannot be of the kind ${kind}`);
  return {
    content: text,
    ...(help !== "" && { subtitle: help }),
    input_type: kind,
    settings: {
      ...(hasChoices(kind) && choices.length > 0 && { allowed_values: [...choices] }),
      ...(mandatory && { mandatory }),
    },
  };
}

/** The step that a question describes, with everything under it. */
export function stepOf(draft: QuestionDraft): NewOption {
  const { text: content, help, kind, choices, rows, voteType, mandatory } = draft;
  const step = { content, ...(help !== "" && { subtitle: help }) };
  if (!isStepKind(kind)) {
    const children = [inputOf({ ...draft, help: "" })];
    return { ...step, settings: { survey_step_type: "input" }, children };
  }
  const settings = { survey_step_type: kind, ...(mandatory && { require_vote: mandatory }) };
  switch (listsByKind[kind]) {
    case "options":
      return {
        ...step,
        settings: { ...settings, survey_step_vote_type: voteType },
        children: texts(choices),
      };
    case "rows and columns":
      return {
        ...step,
        settings: { ...settings, allowed_values: [...choices] },
        children: texts(rows),
      };
    default:
      return { ...step, settings };
  }
}
