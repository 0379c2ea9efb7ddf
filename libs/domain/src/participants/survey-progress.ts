import { type SurveyAnswer, skippedSteps } from "../branching";
import { optionTypes } from "../option-types";
import { childrenOf } from "../options/derive-class";
import type { Option } from "../options/option";
import type { Poll } from "../polls/poll";
import { voteSettingsOfStep, votesLeft } from "../votes/vote-settings";

export interface SurveyStepFacts {
  readonly step: Option;
  readonly children: readonly Option[];
}

export interface SurveyFacts {
  readonly poll: Pick<Poll, "settings">;
  readonly steps: readonly SurveyStepFacts[];
  /** The participant's votes and abstentions, by public id of the option. */
  readonly answers: ReadonlyMap<string, SurveyAnswer>;
  readonly ownerKey: string;
  /** Whether the client reported the survey as finished. */
  readonly reportedComplete: boolean;
}

interface StepProgress {
  readonly takesAnswers: boolean;
  readonly answered: boolean;
  readonly missing: boolean;
  /** The votes that the participant must still cast below the step, or the dots to spend. */
  readonly votesLeft: number;
}

type Answers = Omit<SurveyFacts, "reportedComplete">;

/** Whether a mandatory answer of a step that is not skipped is missing. */
export const isSurveyAnswerMissing = (facts: Answers): boolean =>
  progressOf(facts).some(({ missing }) => missing);

/** The votes that the participant must still cast on steps that are not skipped, or the dots to spend. */
export const surveyVotesLeft = (facts: Answers): number =>
  progressOf(facts).reduce((sum, { votesLeft: left }) => sum + left, 0);

/** The value of `complete` in surveys (docs/reference/participants.md#complete). Abstentions are answers. */
export function isSurveyComplete(facts: SurveyFacts): boolean {
  const progress = progressOf(facts);
  if (progress.some(({ missing, votesLeft: left }) => missing || left > 0)) return false;
  return (
    facts.reportedComplete ||
    progress.every(({ takesAnswers, answered }) => !takesAnswers || answered)
  );
}

function progressOf(facts: Answers): readonly StepProgress[] {
  const skipped = skippedSteps(
    facts.steps.map(({ step }) => step),
    facts.answers,
  );
  return facts.steps
    .filter(({ step }) => !skipped.has(step.publicId))
    .map((one) => progressIn(one, facts));
}

function progressIn(
  { step, children }: SurveyStepFacts,
  { poll, answers, ownerKey }: Answers,
): StepProgress {
  const kind = childrenOf(poll, step);
  if (kind === undefined) {
    return { takesAnswers: false, answered: false, missing: false, votesLeft: 0 };
  }
  const allRequired =
    step.settings.require_vote || poll.settings.option_vote_requirement === "all_options";
  if (kind.createdBy === "every_actor_once") {
    const drawn = children.some((child) => child.ownerKey === ownerKey);
    return { takesAnswers: true, answered: drawn, missing: allRequired && !drawn, votesLeft: 0 };
  }
  const isAnswered = ({ publicId }: Option) => answers.has(publicId);
  const isRequired = (child: Option) =>
    allRequired || (optionTypes.get(child.type).isInput && child.settings.mandatory);
  return {
    takesAnswers: children.length > 0,
    answered: children.some(isAnswered),
    missing: children.some((child) => isRequired(child) && !isAnswered(child)),
    votesLeft: votesLeft(voteSettingsOfStep(step), {
      votes: children.map(({ id, publicId }) => ({
        optionId: id,
        ...noAnswer,
        ...answers.get(publicId),
      })),
      options: children.length,
      allDots: poll.settings.require_all_dots,
    }),
  };
}

const noAnswer = { value: undefined, text: undefined } as const;
