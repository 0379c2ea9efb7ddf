import { optionTypes } from "../option-types";
import { type Answer, skippedSteps } from "../options/branching";
import { childrenOf } from "../options/derive-class";
import type { Option } from "../options/option";
import type { Poll } from "../polls/poll";

/** A step with what stands under it and members see. */
export interface SurveyStepFacts {
  readonly step: Option;
  readonly children: readonly Option[];
}

export interface SurveyFacts {
  readonly poll: Pick<Poll, "settings">;
  readonly steps: readonly SurveyStepFacts[];
  /** The participant's votes and abstentions, by public id of the option. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Whose drawings are the participant's. */
  readonly ownerKey: string;
  /** The client said that the survey is finished. */
  readonly saidComplete: boolean;
}

interface StepProgress {
  readonly asks: boolean;
  readonly answered: boolean;
  readonly missing: boolean;
}

/** Whether something mandatory of the steps that are not skipped has no answer yet (decisions 5). */
export const isSurveyAnswerMissing = (facts: Omit<SurveyFacts, "saidComplete">): boolean =>
  progressOf(facts).some(({ missing }) => missing);

/**
 * S2.3, `complete`: nothing mandatory is missing, and every step that takes answers has one or the
 * client said so. An abstention is an answer.
 */
export function isSurveyComplete(facts: SurveyFacts): boolean {
  const progress = progressOf(facts);
  if (progress.some(({ missing }) => missing)) return false;
  return facts.saidComplete || progress.every(({ asks, answered }) => !asks || answered);
}

function progressOf(facts: Omit<SurveyFacts, "saidComplete">): readonly StepProgress[] {
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
  { poll, answers, ownerKey }: Omit<SurveyFacts, "saidComplete">,
): StepProgress {
  const kind = childrenOf(poll, step);
  if (kind === undefined) return { asks: false, answered: false, missing: false };
  const allRequired =
    step.settings.require_vote || poll.settings.option_vote_requirement === "all_options";
  if (kind.madeBy === "every_actor_once") {
    const drawn = children.some((child) => child.ownerKey === ownerKey);
    return { asks: true, answered: drawn, missing: allRequired && !drawn };
  }
  const isAnswered = ({ publicId }: Option) => answers.has(publicId);
  const isDemanded = (child: Option) =>
    allRequired || (optionTypes.get(child.type).isInput && child.settings.mandatory);
  return {
    asks: children.length > 0,
    answered: children.some(isAnswered),
    missing: children.some((child) => isDemanded(child) && !isAnswered(child)),
  };
}
