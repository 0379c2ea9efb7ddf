import { type SurveyAnswer, skippedSteps } from "../branching";
import { optionTypes } from "../option-types";
import { childrenOf } from "../options/derive-class";
import type { Option } from "../options/option";
import type { Poll } from "../polls/poll";

/** A step with the children that members see. */
export interface SurveyStepFacts {
  readonly step: Option;
  readonly children: readonly Option[];
}

export interface SurveyFacts {
  readonly poll: Pick<Poll, "settings">;
  readonly steps: readonly SurveyStepFacts[];
  /** The participant's votes and abstentions, by public id of the option. */
  readonly answers: ReadonlyMap<string, SurveyAnswer>;
  /** The owner of the participant. */
  readonly ownerKey: string;
  /** Whether the client reported the survey as finished. */
  readonly reportedComplete: boolean;
}

interface StepProgress {
  readonly takesAnswers: boolean;
  readonly answered: boolean;
  readonly missing: boolean;
}

/** Whether a mandatory answer of a step that is not skipped is missing. */
export const isSurveyAnswerMissing = (facts: Omit<SurveyFacts, "reportedComplete">): boolean =>
  progressOf(facts).some(({ missing }) => missing);

/**
 * The value of `complete` in surveys (docs/reference/participants.md#complete). An abstention
 * counts as an answer.
 */
export function isSurveyComplete(facts: SurveyFacts): boolean {
  const progress = progressOf(facts);
  if (progress.some(({ missing }) => missing)) return false;
  return (
    facts.reportedComplete ||
    progress.every(({ takesAnswers, answered }) => !takesAnswers || answered)
  );
}

function progressOf(facts: Omit<SurveyFacts, "reportedComplete">): readonly StepProgress[] {
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
  { poll, answers, ownerKey }: Omit<SurveyFacts, "reportedComplete">,
): StepProgress {
  const kind = childrenOf(poll, step);
  if (kind === undefined) return { takesAnswers: false, answered: false, missing: false };
  const allRequired =
    step.settings.require_vote || poll.settings.option_vote_requirement === "all_options";
  if (kind.createdBy === "every_actor_once") {
    const drawn = children.some((child) => child.ownerKey === ownerKey);
    return { takesAnswers: true, answered: drawn, missing: allRequired && !drawn };
  }
  const isAnswered = ({ publicId }: Option) => answers.has(publicId);
  const isRequired = (child: Option) =>
    allRequired || (optionTypes.get(child.type).isInput && child.settings.mandatory);
  return {
    takesAnswers: children.length > 0,
    answered: children.some(isAnswered),
    missing: children.some((child) => isRequired(child) && !isAnswered(child)),
  };
}
